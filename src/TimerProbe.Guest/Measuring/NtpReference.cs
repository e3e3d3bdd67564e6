using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Guest.Measuring;

/// <summary>Where an NTP server is.</summary>
/// <param name="Host">A name or an address.</param>
/// <param name="Port">A UDP port.</param>
public sealed record NtpAddress(string Host, int Port)
{
    /// <summary>The port of NTP (RFC 5905).</summary>
    public const int DefaultPort = 123;

    /// <summary>Understands <c>HOST</c>, <c>HOST:PORT</c>, an IPv6 address and <c>[IPV6]:PORT</c>; null for anything else.</summary>
    public static NtpAddress? Parse(string text)
    {
        text = text.Trim();
        if (IPAddress.TryParse(text.Trim('[', ']'), out var address)
            && text.Contains(':', StringComparison.Ordinal)
            && !text.Contains("]:", StringComparison.Ordinal))
        {
            return new NtpAddress(address.ToString(), DefaultPort);
        }

        var colon = text.LastIndexOf(':');
        var (host, port) = colon < 0 ? (text, "123") : (text[..colon].Trim('[', ']'), text[(colon + 1)..]);
        return IsHost(host) && ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? new NtpAddress(host, number)
            : null;
    }

    /// <summary>As people write it: without the port where it is NTP's own.</summary>
    public override string ToString() => Port == DefaultPort ? Host
        : Host.Contains(':', StringComparison.Ordinal) ? string.Create(CultureInfo.InvariantCulture, $"[{Host}]:{Port}")
        : string.Create(CultureInfo.InvariantCulture, $"{Host}:{Port}");

    private static bool IsHost(string host) => host.Length <= 255 && Uri.CheckHostName(host) != UriHostNameType.Unknown;
}

/// <summary>
/// An NTP server, asked as a simple client does (RFC 4330). The shortest of a few round trips counts: half of it is the uncertainty.
/// </summary>
internal sealed class NtpReference(NtpAddress address, ILocalClocks clocks, Pause pause) : ITimeReference
{
    private const int RoundTrips = 4;
    private const int MostFailures = 2;
    private const int LongestPacket = 2_048;

    private static readonly TimeSpan BetweenQuestions = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan NameTimeout = TimeSpan.FromSeconds(5);

    private IPEndPoint? _server;

    public TimeReferenceFacts Facts { get; private set; } = new(TimeReferenceKind.Ntp, address.ToString());

    public bool HasRefused { get; private set; }

    public TimeSpan Shortest => TimeSpan.FromSeconds(10);

    public Reading<ReferenceReading?> Read(CancellationToken cancel)
    {
        ReferenceReading? best = null;
        var (why, failures) = ("", 0);
        HasRefused = false;
        try
        {
            var server = _server ??= Resolve(cancel);
            for (var i = 0; i < RoundTrips && failures < MostFailures && !HasRefused && (i == 0 || pause(BetweenQuestions, cancel)); i++)
            {
                var answer = Ask(server);
                (why, failures) = answer.Why is null ? (why, failures) : (answer.Why, failures + 1);
                if (answer.Value is { } reading && !(reading.UncertaintyNs >= best?.UncertaintyNs))
                {
                    best = reading;
                }
            }
        }
        catch (SocketException refused)
        {
            why = WhyRefused(refused);
        }
        catch (Exception late) when (late is TimeoutException or OperationCanceledException)
        {
            why = cancel.IsCancellationRequested ? "cancelled" : "its name could not be looked up in time";
        }

        return best is null ? Reading.Missing<ReferenceReading?>(why) : Reading.From(best);
    }

    // Windows reports a port that nobody listens on by a reset.
    private static string WhyRefused(SocketException refused) =>
        refused.SocketErrorCode is SocketError.ConnectionRefused or SocketError.ConnectionReset
            ? "nothing answers on its port"
            : refused.Message;

    private IPEndPoint Resolve(CancellationToken cancel)
    {
        var addresses = Dns.GetHostAddressesAsync(address.Host, cancel).WaitAsync(NameTimeout, cancel).GetAwaiter().GetResult();
        return new IPEndPoint(addresses.FirstOrDefault() ?? throw new SocketException((int)SocketError.HostNotFound), address.Port);
    }

    private Reading<ReferenceReading?> Ask(IPEndPoint server)
    {
        using var socket = new Socket(server.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        socket.Connect(server);
        var nonce = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
        var buffer = new byte[LongestPacket];
        var started = TimeProvider.System.GetTimestamp();
        var asked = clocks.Now();
        socket.Send(NtpPacket.Question(nonce));
        var why = "no answer within a second";
        while (AnswerTimeout - TimeProvider.System.GetElapsedTime(started) is var left && left > TimeSpan.Zero)
        {
            socket.ReceiveTimeout = (int)Math.Ceiling(left.TotalMilliseconds);
            var length = socket.Receive(buffer, SocketFlags.None, out var error);
            var reported = clocks.Now();
            if (error is SocketError.TimedOut or SocketError.WouldBlock)
            {
                break;
            }

            if (error is not (SocketError.Success or SocketError.MessageSize))
            {
                return Reading.Missing<ReferenceReading?>(WhyRefused(new SocketException((int)error)));
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

    /// <summary>The middle of the server's two times was somewhere within the round trip, less what the server itself took.</summary>
    private Reading<ReferenceReading?> Compare(LocalMoment asked, LocalMoment reported, NtpPacket answer)
    {
        var underway = reported.CounterNs - asked.CounterNs - (answer.Sent - answer.Received);
        if (underway < 0)
        {
            return Reading.Missing<ReferenceReading?>("it claims to have worked longer on its answer than that took to come");
        }

        var trip = Math.Round(underway / 1e6, 3);
        Facts = Facts with { Stratum = answer.Stratum, RoundTripMs = Facts.RoundTripMs is { } shortest ? Math.Min(shortest, trip) : trip };
        return Reading.From<ReferenceReading?>(new ReferenceReading(
            answer.Received + ((answer.Sent - answer.Received) / 2),
            LocalMoment.Between(asked, reported),
            (underway / 2) + answer.PrecisionNs));
    }
}

/// <summary>A server's packet of NTP's client mode: RFC 5905, section 7.3, as RFC 4330 lets a simple client use it.</summary>
/// <param name="Received">When it received the question, in ns since 1900.</param>
/// <param name="Sent">When it sent the answer.</param>
/// <param name="Stratum">How far it is from its own reference, 1 to 15.</param>
/// <param name="PrecisionNs">The smallest step of its clock.</param>
internal sealed record NtpPacket(long Received, long Sent, int Stratum, double PrecisionNs)
{
    /// <summary>Bytes of a packet without extensions.</summary>
    public const int Length = 48;

    private const byte ClientOfVersion4 = (4 << 3) | 3;
    private const int ServerMode = 4;
    private const int BroadcastMode = 5;
    private const int Unsynchronized = 3;
    private const int StratumUnsynchronized = 16;

    /// <summary>
    /// The transmit time is a number nobody else knows: the server returns it, which distinguishes its answer from a forged one.
    /// </summary>
    public static byte[] Question(ulong nonce)
    {
        var packet = new byte[Length];
        packet[0] = ClientOfVersion4;
        BinaryPrimitives.WriteUInt64BigEndian(packet.AsSpan(40), nonce);
        return packet;
    }

    public static bool Answers(ReadOnlySpan<byte> packet, ulong nonce) => packet.Length >= Length
        && (packet[0] & 7) is ServerMode or BroadcastMode
        && BinaryPrimitives.ReadUInt64BigEndian(packet[24..]) == nonce;

    /// <summary>A kiss-o'-death: the server does not want to be asked, or not so often.</summary>
    public static bool IsRefusal(ReadOnlySpan<byte> packet) => packet.Length >= Length && packet[1] == 0;

    public static Reading<NtpPacket> Parse(ReadOnlySpan<byte> packet)
    {
        if (packet.Length < Length)
        {
            return Reading.Missing<NtpPacket>("its answer is cut short");
        }

        int stratum = packet[1];
        var (received, sent) = (Time(packet[32..]), Time(packet[40..]));
        return (packet[0] & 7) != ServerMode ? Reading.Missing<NtpPacket>("it did not send a server's answer")
            : stratum == 0 ? Reading.Missing<NtpPacket>(Kiss(packet[12..16]))
            : packet[0] >> 6 == Unsynchronized || stratum >= StratumUnsynchronized
                ? Reading.Missing<NtpPacket>("its own clock is not synchronized")
            : received == 0 || sent == 0 || sent < received ? Reading.Missing<NtpPacket>("its answer has no usable times")
            : Reading.From(new NtpPacket(received, sent, stratum, Math.ScaleB(1e9, Math.Clamp((int)(sbyte)packet[3], -32, 4))));
    }

    /// <summary>A timestamp in ns since 1900; 0 for none. Its first bit is the era, which ends in 2036 (RFC 4330, section 3).</summary>
    private static long Time(ReadOnlySpan<byte> bytes)
    {
        var stamp = BinaryPrimitives.ReadUInt64BigEndian(bytes);
        var (seconds, fraction) = ((long)(stamp >> 32), (uint)stamp);
        seconds += stamp != 0 && seconds < 0x8000_0000 ? 0x1_0000_0000 : 0;
        return (seconds * 1_000_000_000) + (long)((fraction * 1_000_000_000ul) >> 32);
    }

    /// <summary>The kiss-o'-death (RFC 5905, section 7.4): four letters that say why the server does not want to be asked.</summary>
    private static string Kiss(ReadOnlySpan<byte> code) => Encoding.ASCII.GetString(code).TrimEnd('\0') switch
    {
        "RATE" => "it wants to be asked less often (RATE)",
        "DENY" or "RSTR" => "it does not serve this machine",
        { Length: > 0 } other when other.All(char.IsAsciiLetterOrDigit) => $"it refuses to report the time ({other})",
        _ => "it refuses to report the time",
    };
}
