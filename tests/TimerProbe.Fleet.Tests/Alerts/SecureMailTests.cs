using MailKit.Security;

namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>Mail over TLS, with a login, to a server whose certificate an authority of its own issued.</summary>
public sealed class SecureMailTests : IDisposable
{
    private const string Password = "tr0ub4dor & ü";

    private static readonly SmtpManners Manners = new() { Certificate = StubCertificates.Loopback, Ways = "GSSAPI NTLM PLAIN LOGIN", User = "probe", Password = Password };

    private readonly string _caFile = Path.GetTempFileName();

    public SecureMailTests() => File.WriteAllText(_caFile, StubCertificates.RootPem);

    public void Dispose() => File.Delete(_caFile);

    [Theory]
    [InlineData("PLAIN LOGIN", "AUTH PLAIN")]
    [InlineData("GSSAPI NTLM plain", "AUTH PLAIN")]
    [InlineData("GSSAPI NTLM login", "AUTH LOGIN")]
    public async Task A_login_and_a_mail_go_under_TLS_only(string ways, string way)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Ways = ways });

        var report = await DeliverAsync(fleet, Route(server));

        Assert.Empty(report.Complaints);
        Assert.Equal(1, report.Delivered);
        Assert.True(Assert.Single(server.Mails).IsTaken);
        Assert.Equal(["EHLO", "STARTTLS"], server.InTheClear.Select(line => line.Split(' ')[0]));
        Assert.StartsWith(way, Assert.Single(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal)),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task TLS_from_the_first_byte_is_spoken()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { IsSecureAtOnce = true });

        var report = await DeliverAsync(fleet, Route(server) with { Security = SecureSocketOptions.SslOnConnect });

        Assert.Empty(report.Complaints);
        Assert.True(Assert.Single(server.Mails).IsTaken);
        Assert.Empty(server.InTheClear);
    }

    [Fact]
    public async Task A_wrong_password_is_said_without_it_even_by_a_server_that_repeats_it()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Password = "another", Refusal = "wrong: " + Password });

        var report = await DeliverAsync(fleet, Route(server));

        Assert.Equal((0, 1), (report.Delivered, report.PutOff));
        var complaint = Assert.Single(report.Complaints);
        Assert.Contains("the server refused the login of probe (535): check user and password", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("tr0ub4dor", complaint, StringComparison.Ordinal);
        await using var store = await fleet.OpenAsync();
        Assert.DoesNotContain(
            "tr0ub4dor", Assert.Single(await store.Alerts.ListAsync(10, Cancel)).LastError, StringComparison.Ordinal);
        Assert.Empty(server.Mails);
        Assert.Single(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("GSSAPI NTLM")]
    [InlineData("")]
    public async Task A_server_that_logs_in_neither_by_PLAIN_nor_by_LOGIN_gets_no_password_and_what_to_do_is_said(string ways)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Ways = ways, Refusal = Password });
        var complaint = Assert.Single((await DeliverAsync(fleet, Route(server))).Complaints);
        Assert.Contains("the server offers neither PLAIN nor LOGIN, the login methods supported: use a relay, such as one on this machine, or use command;", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("tr0ub4dor", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal));
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task A_server_without_STARTTLS_gets_neither_login_nor_mail()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Certificate = null });

        var report = await DeliverAsync(fleet, Route(server));

        Assert.Equal(1, report.PutOff);
        Assert.Contains("the server does not offer STARTTLS: it gets neither login nor mail", Assert.Single(report.Complaints), StringComparison.Ordinal);
        Assert.Equal(["EHLO"], server.Commands.Select(command => command.Split(' ')[0]));
    }

    [Fact]
    public async Task A_certificate_that_nobody_vouches_for_gets_neither_login_nor_mail()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        await AssertRefusedAsync(fleet, server, Route(server) with { CaFile = null }, "127.0.0.1 presented is not trusted here; to trust your own certificate authority, set caFile");
        await File.WriteAllTextAsync(_caFile, IssuedChain.New().RootPem, Cancel);
        await using var other = SmtpReceiver.Start(Manners);
        fleet.Time.Now += TimeSpan.FromHours(2);
        await AssertRefusedAsync(fleet, other, Route(other), $"was not issued by an authority in {_caFile}");
    }

    [Fact]
    public async Task An_authority_below_the_one_of_the_file_is_believed_if_the_server_shows_it()
    {
        await using var fleet = await AlertFleet.NewAsync();
        var chain = IssuedChain.New();
        await File.WriteAllTextAsync(_caFile, chain.RootPem, Cancel);
        await using var server = SmtpReceiver.Start(Manners with { Certificate = chain.Server, Issuers = [chain.Intermediate] });
        Assert.Equal(1, (await DeliverAsync(fleet, Route(server))).Delivered);
    }

    [Fact]
    public async Task An_authority_is_believed_for_one_mail_and_not_for_the_next()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        Assert.Equal(1, (await DeliverAsync(fleet, Route(server))).Delivered);
        await using var next = SmtpReceiver.Start(Manners);
        fleet.Time.Now += TimeSpan.FromDays(1);
        await AssertRefusedAsync(fleet, next, Route(next) with { CaFile = null }, "to trust your own certificate authority, set caFile");
    }

    [Fact]
    public async Task Nothing_that_a_server_says_after_a_login_is_told_but_its_code()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        var complaint = Assert.Single((await DeliverAsync(fleet, Route(server) with { To = ["nobody@example.org", "nobody@example.com"] })).Complaints);
        Assert.Contains("the server refused every receiver (550);", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("no such user", complaint, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_certificate_of_another_name_or_of_yesterday_is_refused()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var other = SmtpReceiver.Start(Manners with { Certificate = StubCertificates.OfAnotherName });
        await AssertRefusedAsync(fleet, other, Route(other), "was not issued for this name");
        await using var old = SmtpReceiver.Start(Manners with { Certificate = StubCertificates.Expired });
        fleet.Time.Now += TimeSpan.FromHours(2);
        await AssertRefusedAsync(fleet, old, Route(old), "has expired or is not valid yet");
    }

    [Fact]
    public async Task A_CA_file_that_is_not_there_is_said_and_the_alert_is_kept()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        var report = await DeliverAsync(fleet, Route(server) with { CaFile = _caFile + ".none" });
        Assert.Contains($"the CA file {_caFile}.none cannot be used: it does not exist", Assert.Single(report.Complaints), StringComparison.Ordinal);
        Assert.Equal(1, report.PutOff);
    }

    private MailRoute Route(SmtpReceiver server) => new()
    {
        Host = "127.0.0.1",
        Port = server.Port,
        CaFile = _caFile,
        From = "timerprobe@example.org",
        To = ["admin@example.org"],
        Login = () => new NetworkCredential("probe", Password),
    };

    private static async Task AssertRefusedAsync(AlertFleet fleet, SmtpReceiver server, MailRoute route, string why)
    {
        var report = await DeliverAsync(fleet, route);
        Assert.True(report.PutOff > 0);
        Assert.Equal(0, report.Delivered);
        var complaint = Assert.Single(report.Complaints);
        Assert.Contains(why, complaint, StringComparison.Ordinal);
        Assert.Equal(["EHLO", "STARTTLS"], server.Commands.Select(command => command.Split(' ')[0]));
    }

    private static async Task<DeliveryReport> DeliverAsync(AlertFleet fleet, MailRoute route)
    {
        var channel = new MailChannel(route);
        await fleet.SendAwayAsync(channel.Name);
        return await fleet.DeliverAsync(channel);
    }
}
