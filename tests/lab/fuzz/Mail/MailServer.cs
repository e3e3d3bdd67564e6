namespace TimerProbe.Fuzz.Mail;

/// <summary>A mail server on loopback that takes what it is given; or that says what none would, says it without end, or says nothing.</summary>
internal sealed class MailServer : IAsyncDisposable
{
    private static readonly string[] Replies =
    [
        "220 mail\r\n", "250 ok\r\n", "250-mail\r\n250-SIZE 99999999999999999999\r\n250 AUTH LOGIN PLAIN\r\n", "250-mail\r\n250 STARTTLS\r\n", "354 go on\r\n", "421 \u001b[31mclosing\r\n", "550 no\r\n", "999 what\r\n",
        "-1\r\n", "\r\n", "250", "220 \0\r\n", "535 5.7.8 refused\r\n", "334 VXNlcm5hbWU6\r\n", "220 ready to start TLS\r\n",
    ];

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _serving;

    private MailServer(Random? random)
    {
        _listener.Start();
        _serving = ServeAsync(random);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Starts it.</summary>
    /// <param name="random">What makes up its replies; null for orderly ones.</param>
    public static MailServer Start(Random? random) => new(random);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _serving;
        _stop.Dispose();
    }

    private async Task ServeAsync(Random? random)
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync(_stop.Token);
                await (random is null ? TakeAsync(client.GetStream()) : TalkAsync(client.GetStream(), random));
            }
        }
        catch (Exception ex) when (ex is OperationCanceledException or SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The case has ended.
        }
    }

    private async Task TakeAsync(NetworkStream stream)
    {
        try
        {
            using var lines = new StreamReader(stream, Encoding.Latin1);
            await SayAsync("220 mail\r\n");
            for (var isText = false; await lines.ReadLineAsync(_stop.Token) is { } line;)
            {
                if (isText && line != ".")
                {
                    continue;
                }

                isText = line == "DATA";
                await SayAsync(isText ? "354 go on\r\n" : line == "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
            }
        }
        catch (IOException)
        {
            // The program has hung up.
        }

        async Task SayAsync(string reply) => await stream.WriteAsync(Encoding.Latin1.GetBytes(reply), _stop.Token);
    }

    private async Task TalkAsync(NetworkStream stream, Random random)
    {
        var heard = new byte[4096];
        var endless = random.Next(4) == 0 ? random.Next(5) : -1;
        try
        {
            for (var reply = 0; reply < 30; reply++)
            {
                var orderly = reply == 0 ? Replies[0] : Replies[1];
                var said = Encoding.Latin1.GetBytes(random.Next(3) == 0 ? Replies[random.Next(Replies.Length)] : orderly);
                do
                {
                    await stream.WriteAsync(reply == endless ? "250-and so on and on\r\n"u8.ToArray() : said, _stop.Token);
                }
                while (reply == endless);
                if (await stream.ReadAsync(heard, _stop.Token) == 0)
                {
                    return;
                }
            }
        }
        catch (IOException)
        {
            // The program has hung up.
        }
    }
}
