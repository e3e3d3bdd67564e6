namespace TimerProbe.EndToEnd.Store;

/// <summary>Mail of the single file, over TLS and with a login, as a configuration says.</summary>
public sealed class MailTests
{
    [Theory]
    [InlineData("startTls")]
    [InlineData("tls")]
    public async Task A_scan_that_failed_is_mailed_and_a_CA_that_issued_nothing_is_said(string security)
    {
        Needs.SelfContained();
        const string password = "tr0ub4dor";
        var manners = new SmtpManners { Certificate = StubCertificates.Loopback, IsSecureAtOnce = security == "tls", Ways = "PLAIN LOGIN", User = "probe", Password = password };
        await using var server = SmtpReceiver.Start(manners);
        using var folder = new ConfigurationFolder();
        folder.Write("ca.pem", StubCertificates.RootPem);
        folder.Write("pw", password + "\n", UnixFileMode.UserRead);
        folder.Configure(FormattableString.Invariant($$"""
            {
              "vcenters": [ { "server": "127.0.0.1:1", "user": "scan", "insecure": true, "passwordEnvironment": "VC_PASSWORD" } ],
              "store": { "target": "fleet.db", "save": true },
              "alerts": { "mail": { "host": "127.0.0.1", "port": {{server.Port}}, "security": "{{security}}", "caFile": "ca.pem", "from": "timerprobe@example.org",
                "to": [ "admin@example.org" ], "user": "probe", "passwordFile": "pw" } },
            }
            """));

        var scan = await TimerProbeProgram.SelfContained.With("scan", "--config", folder["timerprobe.json"]).WithEnvironment("VC_PASSWORD", "x").RunAsync();

        Assert.Equal(4, scan.ExitCode);
        Assert.DoesNotContain("not delivered", scan.Error, StringComparison.Ordinal);
        Assert.Contains("127.0.0.1:1 could not be read", Assert.Single(server.Mails).Read().TextBody, StringComparison.Ordinal);

        Assert.Contains("ok      CA of 127.0.0.1", (await folder.Check("--offline").RunAsync()).Out, StringComparison.Ordinal);
        folder.Write("ca.pem", "no certificate");
        Assert.Contains("error   CA of 127.0.0.1", (await folder.Check("--offline").RunAsync()).Out, StringComparison.Ordinal);
    }
}
