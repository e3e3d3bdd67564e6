using MimeKit;

namespace TimerProbe.Fleet.Tests.Alerts.Receivers;

/// <summary>
/// An SMTP server on loopback. Each connection first goes as scripted: <c>451</c> and the like are answered to DATA, <c>cut</c> closes it
/// after the mail and before the answer, <c>silence</c> greets nobody, <c>250 mute</c> takes the mail and says no word more; then mail is taken.
/// </summary>
internal sealed class SmtpReceiver : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentQueue<string> _script;
    private readonly SmtpManners _manners;
    private readonly Task _serving;

    private SmtpReceiver(SmtpManners manners, string[] script)
    {
        (_manners, _script) = (manners, new(script));
        _listener.Start();
        _serving = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Each mail whose text came, taken or not.</summary>
    public ConcurrentQueue<ReceivedMail> Mails { get; } = new();

    /// <summary>Each line that a client said outside of a mail.</summary>
    public ConcurrentQueue<string> Commands { get; } = new();

    public ConcurrentQueue<string> InTheClear { get; } = new();

    public static SmtpReceiver Start(params string[] script) => new(new SmtpManners(), script);

    public static SmtpReceiver Start(SmtpManners manners, params string[] script) => new(manners, script);

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _serving;
        _listener.Dispose();
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
        catch (Exception ex) when (ex is OperationCanceledException or SocketException or ObjectDisposedException)
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
                var stream = _manners.IsSecureAtOnce ? await SecureAsync(client.GetStream()) : client.GetStream();
                await TalkAsync(stream, _script.TryDequeue(out var scripted) ? scripted : "250");
            }
            catch (Exception ex) when (
                ex is IOException or OperationCanceledException or System.Security.Authentication.AuthenticationException)
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

        if (turn.StartsWith("greets ", StringComparison.Ordinal))
        {
            await SayMuchAsync(stream, int.Parse(turn.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture));
            turn = "250";
        }

        var isLoggedIn = _manners.Password is null;
        await SayAsync(stream, "220 loopback");
        while (await HearAsync(stream) is { } command)
        {
            Commands.Enqueue(command);
            if (stream is not SslStream)
            {
                InTheClear.Enqueue(command);
            }

            var verb = command.Split(' ')[0].ToUpperInvariant();
            switch (verb)
            {
                case "EHLO":
                    await SayAsync(stream, Offers(stream is SslStream));
                    break;
                case "STARTTLS":
                    await SayAsync(stream, "220 go on");
                    stream = await SecureAsync(stream);
                    break;
                case "AUTH":
                    isLoggedIn = await HearLoginAsync(stream, command) == (_manners.User, _manners.Password);
                    await SayAsync(stream, isLoggedIn ? "235 welcome" : "535 5.7.8 no: " + _manners.Refusal);
                    break;
                case "MAIL" when !isLoggedIn:
                    await SayAsync(stream, "530 log in first: " + _manners.Refusal);
                    break;
                case "DATA":
                    await SayAsync(stream, "354 go on");
                    if (await HearMailAsync(stream) is not { } text)
                    {
                        return;
                    }

                    Mails.Enqueue(new ReceivedMail(turn.StartsWith("250", StringComparison.Ordinal), text));
                    if (turn == "cut")
                    {
                        return;
                    }

                    await SayAsync(stream, turn.StartsWith("250", StringComparison.Ordinal) ? "250 taken" : turn + " not now");
                    if (turn == "250 endless")
                    {
                        await HearAsync(stream);
                        await SayMuchAsync(stream, int.MaxValue);
                    }

                    if (turn == "250 mute")
                    {
                        await Task.Delay(Timeout.Infinite, _end.Token);
                    }

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

    /// <summary>Begins a reply of so many lines of a thousand bytes.</summary>
    private async Task SayMuchAsync(Stream stream, int lines)
    {
        for (var line = 0; line < lines; line++)
        {
            await SayAsync(stream, "220-" + new string('x', 994));
        }
    }

    private string Offers(bool isSecure)
    {
        List<string> offers = ["loopback", "8BITMIME"];
        if (!isSecure && _manners.Certificate is not null)
        {
            offers.Add("STARTTLS");
        }

        if (isSecure && _manners.Ways.Length > 0)
        {
            offers.Add("AUTH " + _manners.Ways);
        }

        return string.Join("\r\n", offers.Select((offer, index) => (index < offers.Count - 1 ? "250-" : "250 ") + offer));
    }

    private async Task<Stream> SecureAsync(Stream stream)
    {
        var secure = new SslStream(stream);
        await secure.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = SslStreamCertificateContext.Create(_manners.Certificate!, _manners.Issuers, offline: true) }, _end.Token);
        return secure;
    }

    /// <summary>Who logs in: by PLAIN in the same line, by LOGIN in the two that are asked for.</summary>
    private async Task<(string User, string? Password)> HearLoginAsync(Stream stream, string command)
    {
        if (command.Split(' ') is [_, "PLAIN", var both])
        {
            var login = Decoded(both).Split('\0');
            return (login[1], login[2]);
        }

        await SayAsync(stream, "334 VXNlcm5hbWU6");
        var user = Decoded((await HearAsync(stream))!);
        await SayAsync(stream, "334 UGFzc3dvcmQ6");
        return (user, Decoded((await HearAsync(stream))!));
    }

    private static string Decoded(string text) => Encoding.UTF8.GetString(Convert.FromBase64String(text));

    /// <summary>A mail's text; null when the client left before its end.</summary>
    private async Task<string?> HearMailAsync(Stream stream)
    {
        var text = new StringBuilder();
        while (await HearAsync(stream) is { } line)
        {
            if (line == ".")
            {
                return text.ToString();
            }

            text.Append(line.StartsWith('.') ? line[1..] : line).Append('\n');
        }

        return null;
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

/// <summary>How an SMTP server goes about TLS and logins.</summary>
internal sealed record SmtpManners
{
    /// <summary>Its certificate; null for a server without TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Whether it speaks TLS from the first byte.</summary>
    public bool IsSecureAtOnce { get; init; }

    /// <summary>The authorities that it shows with it.</summary>
    public X509Certificate2Collection Issuers { get; init; } = [];

    /// <summary>The ways to log in that it offers under TLS.</summary>
    public string Ways { get; init; } = "";

    public string User { get; init; } = "";

    /// <summary>The right one; null where nobody needs to log in.</summary>
    public string? Password { get; init; }

    public string Refusal { get; init; } = "";
}

internal sealed record ReceivedMail(bool IsTaken, string Text)
{
    /// <summary>The headers as they stand, unfolded.</summary>
    public IReadOnlyList<string> Headers => Text.Split("\n\n")[0].Replace("\n ", " ", StringComparison.Ordinal).Split('\n');

    /// <summary>The mail as a program that shows mails reads it.</summary>
    public MimeMessage Read() => MimeMessage.Load(new MemoryStream(Encoding.Latin1.GetBytes(Text)));

    public string MessageId => Headers.Single(header => header.StartsWith("Message-ID: ", StringComparison.OrdinalIgnoreCase))["Message-ID: ".Length..].Trim();
}
