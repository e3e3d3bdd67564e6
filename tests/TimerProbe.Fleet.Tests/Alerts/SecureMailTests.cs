using MailKit.Security;

namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>Mail over TLS, with a login, to a server whose certificate an authority of its own issued.</summary>
public sealed class SecureMailTests : IDisposable
{
    private const string Password = "tr0ub4dor & ü";

    private static readonly SmtpManners Manners = new() { Certificate = StubCertificates.Loopback, Ways = "GSSAPI NTLM PLAIN LOGIN", User = "probe", Password = Password };

    private readonly TemporaryFile _caFile = new("ca.pem", StubCertificates.RootPem);

    public void Dispose() => _caFile.Dispose();

    [Theory]
    [InlineData("PLAIN LOGIN", "AUTH PLAIN")]
    [InlineData("GSSAPI NTLM plain", "AUTH PLAIN")]
    [InlineData("GSSAPI NTLM login", "AUTH LOGIN")]
    [InlineData("PLAIN LOGIN", "AUTH PLAIN", true)]
    public async Task A_login_and_a_mail_go_under_TLS_only(string ways, string way, bool isSecureAtOnce = false)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Ways = ways, IsSecureAtOnce = isSecureAtOnce });

        var security = isSecureAtOnce ? SecureSocketOptions.SslOnConnect : SecureSocketOptions.StartTls;
        var report = await fleet.AlertAsync(new MailChannel(Route(server) with { Security = security }));

        Assert.Empty(report.Warnings);
        Assert.Equal(1, report.Delivered);
        Assert.True(Assert.Single(server.Mails).IsTaken);
        Assert.Equal(isSecureAtOnce ? [] : ["EHLO", "STARTTLS"], server.InTheClear.Select(line => line.Split(' ')[0]));
        Assert.StartsWith(way, Assert.Single(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal)),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_password_is_said_without_it_even_by_a_server_that_repeats_it()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Password = "another", Refusal = "wrong: " + Password });

        var report = await fleet.AlertAsync(new MailChannel(Route(server)));

        Assert.Equal((0, 1), (report.Delivered, report.PutOff));
        var complaint = Assert.Single(report.Warnings);
        Assert.Contains("the server refused the login of probe (535): check user and password", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("tr0ub4dor", complaint, StringComparison.Ordinal);
        await using var store = await fleet.OpenAsync();
        Assert.DoesNotContain(
            "tr0ub4dor", Assert.Single(await store.Alerts.ListAsync(10, Cancel)).LastError, StringComparison.Ordinal);
        Assert.Empty(server.Mails);
        Assert.Single(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("no STARTTLS", "the server does not offer STARTTLS: it gets neither login nor mail", "EHLO")]
    [InlineData("NTLM", "the server offers neither PLAIN nor LOGIN, the login methods supported: use a relay, such as one on this machine, or use command;", "EHLO STARTTLS EHLO")]
    [InlineData("no login", "the server offers neither PLAIN nor LOGIN", "EHLO STARTTLS EHLO")]
    [InlineData("no CA file", "127.0.0.1 presented is not trusted here; to trust your own certificate authority, set caFile", "EHLO STARTTLS")]
    [InlineData("another CA", "was not issued by an authority in ", "EHLO STARTTLS")]
    [InlineData("another name", "was not issued for this name", "EHLO STARTTLS")]
    [InlineData("expired", "has expired or is not valid yet", "EHLO STARTTLS")]
    [InlineData("CA file that is not there", ".none cannot be used: it does not exist", "")]
    public async Task Who_does_not_prove_itself_gets_neither_login_nor_mail_and_what_to_do_is_said(string what, string why, string heard)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(what switch
        {
            "no STARTTLS" => Manners with { Certificate = null },
            "NTLM" => Manners with { Ways = "GSSAPI NTLM", Refusal = Password },
            "no login" => Manners with { Ways = "", Refusal = Password },
            "another name" => Manners with { Certificate = StubCertificates.OfAnotherName },
            "expired" => Manners with { Certificate = StubCertificates.Expired },
            _ => Manners,
        });
        if (what == "another CA")
        {
            await File.WriteAllTextAsync(_caFile.Path, IssuedChain.New().RootPem, Cancel);
        }

        var report = await fleet.AlertAsync(new MailChannel(what switch
        {
            "no CA file" => Route(server) with { CaFile = null },
            "CA file that is not there" => Route(server) with { CaFile = _caFile.Path + ".none" },
            _ => Route(server),
        }));
        Assert.Equal((0, true), (report.Delivered, report.PutOff > 0));
        var complaint = Assert.Single(report.Warnings);
        Assert.Contains(why, complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("tr0ub4dor", complaint, StringComparison.Ordinal);
        Assert.Equal(heard, string.Join(' ', server.Commands.Select(command => command.Split(' ')[0]).TakeWhile(command => command != "QUIT")));
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task Nothing_that_a_server_says_after_a_login_is_told_but_its_code()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        var channel = new MailChannel(Route(server) with { To = ["nobody@example.org", "nobody@example.com"] });
        var complaint = Assert.Single((await fleet.AlertAsync(channel)).Warnings);
        Assert.Contains("the server refused every receiver (550);", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("no such user", complaint, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_authority_below_the_one_of_the_file_is_believed_if_the_server_shows_it()
    {
        await using var fleet = await AlertFleet.NewAsync();
        var chain = IssuedChain.New();
        await File.WriteAllTextAsync(_caFile.Path, chain.RootPem, Cancel);
        await using var server = SmtpReceiver.Start(Manners with { Certificate = chain.Server, Issuers = [chain.Intermediate] });
        Assert.Equal(1, (await fleet.AlertAsync(new MailChannel(Route(server)))).Delivered);
    }

    private MailRoute Route(SmtpReceiver server) => new()
    {
        Host = "127.0.0.1",
        Port = server.Port,
        CaFile = _caFile.Path,
        From = "timerprobe@example.org",
        To = ["admin@example.org"],
        Login = () => new NetworkCredential("probe", Password),
    };
}
