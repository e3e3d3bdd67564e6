namespace TimerProbe.EndToEnd.Store;

/// <summary>Mail of the single file, over TLS and with a login, as a configuration says.</summary>
public sealed class MailTests
{
    private const string Password = "tr0ub4dor";

    private static readonly SmtpManners Manners = new() { Certificate = StubCertificates.Loopback, Ways = "PLAIN LOGIN", User = "probe", Password = Password };

    [Theory]
    [InlineData("startTls", "PLAIN LOGIN")]
    [InlineData("startTls", "LOGIN")]
    [InlineData("tls", "PLAIN")]
    public async Task A_scan_that_failed_is_mailed(string security, string ways)
    {
        Needs.SelfContained();
        await using var server = SmtpReceiver.Start(Manners with { IsSecureAtOnce = security == "tls", Ways = ways });
        using var folder = Configured(server, Password, security);

        var check = await Program(folder, "config", "check", "--offline").RunAsync();
        Assert.Contains("ok      CA of 127.0.0.1", check.Out, StringComparison.Ordinal);
        var result = await Program(folder, "scan").RunAsync();

        Assert.Equal(4, result.ExitCode);
        Assert.DoesNotContain("not delivered", result.Error, StringComparison.Ordinal);
        Assert.Contains("127.0.0.1:1 could not be read", Assert.Single(server.Mails).Read().TextBody, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_password_and_a_CA_that_issued_nothing_are_said()
    {
        Needs.SelfContained();
        await using var server = SmtpReceiver.Start(Manners);
        using var folder = Configured(server, "s3cret");
        var wrong = await Program(folder, "scan").RunAsync();
        Assert.Contains("alerts for mail were not delivered: the server refused the login of probe (535): check user and password;", wrong.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", wrong.Out + wrong.Error, StringComparison.Ordinal);

        folder.Write("ca.pem", "no certificate");
        var check = await Program(folder, "config", "check", "--offline").RunAsync();
        Assert.Equal(2, check.ExitCode);
        Assert.Contains("error   CA of 127.0.0.1", check.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_certificate_of_another_name_and_a_server_without_a_known_login_get_no_password()
    {
        Needs.SelfContained();
        await using var other = SmtpReceiver.Start(Manners with { Certificate = StubCertificates.OfAnotherName });
        await using var plain = SmtpReceiver.Start(Manners with { Ways = "GSSAPI" });
        using var folderOfOther = Configured(other, Password);
        using var folderOfPlain = Configured(plain, Password);

        var misnamed = await Program(folderOfOther, "scan").RunAsync();
        var unheard = await Program(folderOfPlain, "scan").RunAsync();

        Assert.Contains("alerts for mail were not delivered: the certificate that 127.0.0.1 presented was not issued for this name;", misnamed.Error, StringComparison.Ordinal);
        Assert.Contains("alerts for mail were not delivered: the server offers neither PLAIN nor LOGIN,", unheard.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(other.Commands.Concat(plain.Commands), command => command.StartsWith("AUTH", StringComparison.Ordinal));
    }

    private static ConfigurationFolder Configured(SmtpReceiver server, string password, string security = "startTls")
    {
        var folder = new ConfigurationFolder();
        folder.Write("ca.pem", StubCertificates.RootPem);
        folder.Write("pw", password + "\n", UnixFileMode.UserRead);
        folder.Configure(string.Create(System.Globalization.CultureInfo.InvariantCulture, $$"""
            {
              "vcenters": [ { "server": "127.0.0.1:1", "user": "scan", "insecure": true, "passwordEnvironment": "VC_PASSWORD" } ],
              "store": { "target": "fleet.db", "save": true },
              "alerts": { "mail": { "host": "127.0.0.1", "port": {{server.Port}}, "security": "{{security}}", "caFile": "ca.pem", "from": "timerprobe@example.org",
                "to": [ "admin@example.org" ], "user": "probe", "passwordFile": "pw" } },
            }
            """));
        return folder;
    }

    private static ProgramRun Program(ConfigurationFolder folder, params IEnumerable<string> arguments) =>
        TimerProbeProgram.SelfContained.With(arguments).With("--config", folder["timerprobe.json"]).WithEnvironment("VC_PASSWORD", "x");
}
