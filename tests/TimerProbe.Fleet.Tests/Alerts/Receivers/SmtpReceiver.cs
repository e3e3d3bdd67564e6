using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace TimerProbe.Fleet.Tests.Alerts.Receivers;

/// <summary>
/// An SMTP server on loopback. Each connection first goes as scripted: <c>451</c> and the like are answered to DATA, <c>cut</c> closes it
/// after the mail and before the answer, <c>silence</c> greets nobody; then mail is taken.
/// </summary>
internal sealed class SmtpReceiver : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentQueue<string> _script;
    private readonly X509Certificate2? _certificate;
    private readonly Task _serving;

    private SmtpReceiver(X509Certificate2? certificate, string[] script)
    {
        (_certificate, _script) = (certificate, new(script));
        _listener.Start();
        _serving = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Each mail whose text came, taken or not.</summary>
    public ConcurrentQueue<ReceivedMail> Mails { get; } = new();

    /// <summary>Each line that a client said outside of a mail.</summary>
    public ConcurrentQueue<string> Commands { get; } = new();

    public static SmtpReceiver Start(params string[] script) => new(certificate: null, script);

    public static SmtpReceiver StartWithTls(X509Certificate2 certificate) => new(certificate, []);

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Dispose();
        await _serving;
        _end.Dispose();
    }

    private async Task ServeAsync()
    {
        var clients = new List<Task>();
        try
        {
            while (true)
            {
                clients.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
            }
        }
        catch (Exception ended) when (ended is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(clients);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                await TalkAsync(client.GetStream(), _script.TryDequeue(out var scripted) ? scripted : "250");
            }
            catch (Exception gone) when (gone is IOException or OperationCanceledException or System.Security.Authentication.AuthenticationException)
            {
                // The client left.
            }
        }
    }

    private async Task TalkAsync(Stream stream, string turn)
    {
        if (turn == "silence")
        {
            await Task.Delay(Timeout.Infinite, _end.Token);
        }

        await SayAsync(stream, "220 loopback");
        while (await HearAsync(stream) is { } command)
        {
            Commands.Enqueue(command);
            var verb = command.Split(' ')[0].ToUpperInvariant();
            switch (verb)
            {
                case "EHLO":
                    await SayAsync(stream, _certificate is null ? "250 loopback" : "250-loopback\r\n250 STARTTLS");
                    break;
                case "STARTTLS":
                    await SayAsync(stream, "220 go on");
                    var secure = new SslStream(stream);
                    await secure.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = _certificate }, _end.Token);
                    stream = secure;
                    break;
                case "DATA":
                    await SayAsync(stream, "354 go on");
                    var text = await HearMailAsync(stream);
                    Mails.Enqueue(new ReceivedMail(turn == "250", text));
                    if (turn == "cut")
                    {
                        return;
                    }

                    await SayAsync(stream, turn == "250" ? "250 taken" : turn + " not now");
                    break;
                case "QUIT":
                    await SayAsync(stream, "221 bye");
                    return;
                default:
                    await SayAsync(stream, command.Contains("nobody@", StringComparison.Ordinal) ? "550 no such user" : "250 ok");
                    break;
            }
        }
    }

    private async Task<string> HearMailAsync(Stream stream)
    {
        var text = new StringBuilder();
        while (await HearAsync(stream) is { } line && line != ".")
        {
            text.Append(line).Append('\n');
        }

        return text.ToString();
    }

    private async Task<string?> HearAsync(Stream stream)
    {
        var line = new StringBuilder();
        var one = new byte[1];
        while (await stream.ReadAsync(one, _end.Token) == 1)
        {
            if (one[0] == '\n')
            {
                return line.ToString().TrimEnd('\r');
            }

            line.Append((char)one[0]);
        }

        return null;
    }

    private async Task SayAsync(Stream stream, string line) => await stream.WriteAsync(Encoding.ASCII.GetBytes(line + "\r\n"), _end.Token);
}

internal sealed record ReceivedMail(bool IsTaken, string Text)
{
    /// <summary>The headers as they stand, unfolded.</summary>
    public IReadOnlyList<string> Headers => Text.Split("\n\n")[0].Replace("\n ", " ", StringComparison.Ordinal).Split('\n');

    public string MessageId => Headers.Single(header => header.StartsWith("Message-ID: ", StringComparison.OrdinalIgnoreCase))["Message-ID: ".Length..].Trim();
}
