namespace TimerProbe.Fuzz.Mail;

/// <summary>Alerts to a mail server that means harm.</summary>
internal sealed class MailCases : ICaseKind
{
    public async Task RunAsync(FuzzCase fuzz)
    {
        await using var server = MailServer.Start(new Random(fuzz.Random.Next()));
        var file = fuzz.Path("timerprobe.json");
        await File.WriteAllTextAsync(file, string.Create(CultureInfo.InvariantCulture, $$"""
            { "store": { "target": "fleet.db", "save": true }, "alerts": { "mail": { "host": "127.0.0.1", "port": {{server.Port}},
              "security": "{{fuzz.Pick(["none", "startTls"])}}", "from": "timerprobe@example.org", "to": [ "dba@example.org" ] } } }
            """));
        CaseJudge.Judge(fuzz, await fuzz.Program.RunAsync(["alerts", "test", "--config", file]));
    }
}
