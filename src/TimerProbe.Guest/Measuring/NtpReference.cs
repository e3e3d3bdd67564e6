using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace TimerProbe.Guest.Measuring;

/// <summary>Asked as a simple client (RFC 4330). The shortest of a few round trips counts: half of it is the uncertainty.</summary>
internal sealed class NtpReference(NtpAddress address, Func<LocalMoment> now, Func<TimeSpan, CancellationToken, bool> pause)
    : ITimeReference
{
    private const int RoundTrips = 3, MaxFailures = 2, MaxPacket = 2_048;

    private static readonly TimeSpan BetweenQuestions = TimeSpan.FromMilliseconds(250), AnswerTimeout = TimeSpan.FromSeconds(1);

    private IPEndPoint? _server;
    private long _started;

    /// <summary>The time for all questions together, with looking the name up.</summary>
    public TimeSpan Deadline { get; init; } = TimeSpan.FromSeconds(6);

    public TimeReferenceFacts Facts { get; private set; } = new(TimeReferenceKind.Ntp, address.ToString());

    public bool HasRefused { get; private set; }

    public Reading<ReferenceReading?> Read(CancellationToken cancellationToken)
    {
        ReferenceReading? best = null;
        var (why, failures) = ("", 0);
        HasRefused = false;
        _started = TimeProvider.System.GetTimestamp();
        try
        {
            _server ??= Resolve(cancellationToken);
            for (var i = 0; i < RoundTrips && GetTimeLeft(_started, Deadline) > 0 && failures < MaxFailures && !HasRefused
                && (i == 0 || pause(BetweenQuestions, cancellationToken)); i++)
            {
                var answer = Ask(_server);
                (why, failures) = answer.Why is null ? (why, failures) : (answer.Why, failures + 1);
                best = answer.Value is { } reading && !(reading.UncertaintyNs >= best?.UncertaintyNs) ? reading : best;
            }
        }
        catch (SocketException ex)
        {
            why = GetRefusal(ex);
        }
        catch (Exception ex) when (ex is TimeoutException or OperationCanceledException)
        {
            why = cancellationToken.IsCancellationRequested ? "cancelled" : "its name could not be looked up in time";
        }

        return best is null ? Reading.Missing<ReferenceReading?>(why) : Reading.From(best);
    }

    private static double GetTimeLeft(long since, TimeSpan limit) => (limit - TimeProvider.System.GetElapsedTime(since)).TotalMilliseconds;

    // Windows reports a port that nobody listens on by a reset.
    private static string GetRefusal(SocketException refused) =>
        refused.SocketErrorCode is SocketError.ConnectionRefused or SocketError.ConnectionReset
            ? "nothing answers on its port"
            : refused.Message;

    private IPEndPoint Resolve(CancellationToken cancellationToken)
    {
        var addresses = Dns.GetHostAddressesAsync(address.Host, cancellationToken).WaitAsync(Deadline, cancellationToken)
            .GetAwaiter().GetResult();
        return new IPEndPoint(addresses.FirstOrDefault() ?? throw new SocketException((int)SocketError.HostNotFound), address.Port);
    }

    private Reading<ReferenceReading?> Ask(IPEndPoint server)
    {
        using var socket = new Socket(server.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        socket.Connect(server);
        var nonce = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
        var buffer = new byte[MaxPacket];
        var started = TimeProvider.System.GetTimestamp();
        var asked = now();
        socket.Send(NtpPacket.Question(nonce));
        var why = "no answer within a second";
        while (Math.Min(GetTimeLeft(started, AnswerTimeout), GetTimeLeft(_started, Deadline)) is > 0 and var left)
        {
            socket.ReceiveTimeout = (int)Math.Ceiling(left);
            var length = socket.Receive(buffer, SocketFlags.None, out var error);
            var reported = now();
            if (error is SocketError.TimedOut or SocketError.WouldBlock)
            {
                break;
            }

            if (error is not (SocketError.Success or SocketError.MessageSize))
            {
                return Reading.Missing<ReferenceReading?>(GetRefusal(new SocketException((int)error)));
            }

            if (NtpPacket.Answers(buffer.AsSpan(0, length), nonce))
            {
                HasRefused = NtpPacket.IsRefusal(buffer);
                return NtpPacket.Parse(buffer.AsSpan(0, length)).Then(answer => Compare(asked, reported, answer));
            }

            why = "what came was no answer to the question";
        }

        return Reading.Missing<ReferenceReading?>(why);
    }

    internal Reading<ReferenceReading?> Compare(LocalMoment asked, LocalMoment reported, NtpPacket answer)
    {
        var underway = reported.CounterNs - asked.CounterNs - (answer.Sent - answer.Received);
        if (underway < 0)
        {
            return Reading.Missing<ReferenceReading?>("it claims to have worked longer on its answer than that took to come");
        }

        var trip = Math.Round(underway / 1e6, 3);
        Facts = Facts with
        {
            Stratum = answer.Stratum,
            RootDistanceMs = answer.RootDistanceMs,
            RoundTripMs = Facts.RoundTripMs is { } shortest ? Math.Min(shortest, trip) : trip,
        };
        return Reading.From<ReferenceReading?>(new ReferenceReading(
            answer.Received + ((answer.Sent - answer.Received) / 2),
            LocalMoment.Between(asked, reported),
            (underway / 2) + answer.PrecisionNs));
    }
}
