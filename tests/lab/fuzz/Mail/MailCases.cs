using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace TimerProbe.Fuzz.Mail;

/// <summary>Alerts to a mail server that says what none would, says it without end, or says nothing.</summary>
internal sealed class MailCases : ICaseKind
{
    private static readonly string[] Replies =
    [
        "220 mail\r\n", "250 ok\r\n", "250-mail\r\n250-SIZE 99999999999999999999\r\n250 AUTH LOGIN PLAIN\r\n", "250-mail\r\n250 STARTTLS\r\n", "354 go on\r\n", "421 \u001b[31mclosing\r\n", "550 no\r\n", "999 what\r\n",
        "-1\r\n", "\r\n", "250", "220 \0\r\n", "535 5.7.8 refused\r\n", "334 VXNlcm5hbWU6\r\n", "220 ready to start TLS\r\n",
    ];

    public async Task RunAsync(FuzzCase fuzz)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var stop = new CancellationTokenSource();
        var serving = ServeAsync(listener, new Random(fuzz.Random.Next()), stop.Token);
        var file = fuzz.Path("timerprobe.json");
        await File.WriteAllTextAsync(file, string.Create(CultureInfo.InvariantCulture, $$"""
            { "store": { "target": "fleet.db", "save": true }, "alerts": { "mail": { "host": "127.0.0.1", "port": {{((IPEndPoint)listener.LocalEndpoint).Port}},
              "security": "{{fuzz.Pick(["none", "startTls"])}}", "from": "timerprobe@example.org", "to": [ "dba@example.org" ] } } }
            """));
        try
        {
            CaseJudge.Judge(fuzz, await fuzz.Program.RunAsync(["alerts", "test", "--config", file]));
        }
        finally
        {
            await stop.CancelAsync();
            listener.Stop();
            await serving;
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task ServeAsync(TcpListener listener, Random random, CancellationToken stop)
    {
        try
        {
            while (true)
            {
                using var client = await listener.AcceptTcpClientAsync(stop);
                await TalkAsync(client.GetStream(), random, stop);
            }
        }
        catch (Exception ended) when (ended is OperationCanceledException or SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The case has ended.
        }
    }

    private static async Task TalkAsync(NetworkStream stream, Random random, CancellationToken stop)
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
                    await stream.WriteAsync(reply == endless ? "250-and so on and on\r\n"u8.ToArray() : said, stop);
                }
                while (reply == endless);
                if (await stream.ReadAsync(heard, stop) == 0)
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
