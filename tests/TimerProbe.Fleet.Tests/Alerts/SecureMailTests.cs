using System.Net;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Fleet.Tests.Alerts.Receivers;
using TimerProbe.VSphere.Tests.Stub;

namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>Mail over TLS, with a login, to a server whose certificate an authority of its own issued.</summary>
public sealed class SecureMailTests : IDisposable
{
    private const string Password = "tr0ub4dor & ü";

    private static readonly SmtpManners Manners = new() { Certificate = StubCertificates.Loopback, Ways = "GSSAPI PLAIN LOGIN", User = "probe", Password = Password };

    private readonly string _caFile = Path.GetTempFileName();

    public SecureMailTests() => File.WriteAllText(_caFile, StubCertificates.RootPem);

    public void Dispose() => File.Delete(_caFile);

    [Theory]
    [InlineData(MailSecurity.StartTls, "PLAIN LOGIN")]
    [InlineData(MailSecurity.StartTls, "PLAIN")]
    [InlineData(MailSecurity.StartTls, "NTLM login")]
    [InlineData(MailSecurity.Tls, "PLAIN")]
    public async Task A_login_and_a_mail_go_under_TLS_only(MailSecurity security, string ways)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { IsTlsAtOnce = security == MailSecurity.Tls, Ways = ways });

        var report = await DeliverAsync(fleet, Route(server) with { Security = security });

        Assert.Empty(report.Complaints);
        Assert.Equal(1, report.Delivered);
        Assert.True(Assert.Single(server.Mails).IsTaken);
        Assert.Equal(security == MailSecurity.StartTls ? ["EHLO", "STARTTLS"] : [], server.InTheClear.Select(line => line.Split(' ')[0]));
    }

    [Fact]
    public async Task A_server_that_fails_at_first_takes_the_mail_once_under_one_message_id()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners, "451", "cut", "silence", "554");
        var channel = new MailChannel(Route(server), fleet.Time);
        await fleet.SendAwayAsync(channel.Name);

        var reports = await fleet.DeliverAsync(channel, times: 6, new DeliveryRules { AttemptLimit = TimeSpan.FromSeconds(5) });

        Assert.Equal([0, 0, 0, 0, 1, 0], reports.Select(report => report.Delivered));
        Assert.Contains("the server refused the mail: 451 not now", Assert.Single(reports[0].Complaints), StringComparison.Ordinal);
        Assert.Single(server.Mails, mail => mail.IsTaken);
        Assert.Single(server.Mails.Select(mail => mail.MessageId).Distinct());
    }

    [Fact]
    public async Task A_wrong_password_is_said_without_it_even_by_a_server_that_repeats_it()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Password = "another", Refusal = "wrong: " + Password });

        var report = await DeliverAsync(fleet, Route(server));

        Assert.Equal((0, 1), (report.Delivered, report.PutOff));
        var complaint = Assert.Single(report.Complaints);
        Assert.Contains("the server refused the login of probe: 535 5.7.8;", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("tr0ub4dor", complaint, StringComparison.Ordinal);
        await using var store = await fleet.OpenAsync();
        Assert.DoesNotContain("tr0ub4dor", Assert.Single(await store.Alerts.ListAsync(state: null, 10, TestContext.Current.CancellationToken)).LastError, StringComparison.Ordinal);
        Assert.DoesNotContain(server.Commands, command => command.StartsWith("MAIL", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("GSSAPI NTLM", "the server logs nobody in by PLAIN or LOGIN, but by GSSAPI, NTLM")]
    [InlineData("", "the server logs nobody in by PLAIN or LOGIN;")]
    public async Task A_server_that_logs_in_by_other_ways_only_gets_no_mail(string ways, string why)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Ways = ways });
        Assert.Contains(why, Assert.Single((await DeliverAsync(fleet, Route(server))).Complaints), StringComparison.Ordinal);
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task A_server_without_STARTTLS_gets_neither_login_nor_mail()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { Certificate = null });

        var report = await DeliverAsync(fleet, Route(server));

        Assert.Equal(1, report.PutOff);
        Assert.Contains("does not offer STARTTLS", Assert.Single(report.Complaints), StringComparison.Ordinal);
        Assert.Equal(["EHLO"], server.Commands.Select(command => command.Split(' ')[0]));
    }

    [Fact]
    public async Task A_certificate_that_nobody_vouches_for_gets_neither_login_nor_mail()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        await AssertRefusedAsync(fleet, server, Route(server) with { CaFile = null }, "certificate is invalid");
    }

    [Fact]
    public async Task A_certificate_of_another_name_or_of_yesterday_is_refused()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var other = SmtpReceiver.Start(Manners with { Certificate = StubCertificates.OfAnotherName });
        await AssertRefusedAsync(fleet, other, Route(other), "RemoteCertificateNameMismatch");
        await using var old = SmtpReceiver.Start(Manners with { Certificate = StubCertificates.Expired });
        fleet.Time.Now += TimeSpan.FromHours(2);
        await AssertRefusedAsync(fleet, old, Route(old), "NotTimeValid");
    }

    [Fact]
    public async Task What_is_slipped_in_before_TLS_ends_the_attempt()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners with { BeforeTls = "\r\n250 AUTH PLAIN" });
        var report = await DeliverAsync(fleet, Route(server));
        Assert.Contains("before TLS began", Assert.Single(report.Complaints), StringComparison.Ordinal);
        Assert.DoesNotContain(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_CA_file_that_is_not_there_is_said_and_the_alert_is_kept()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(Manners);
        var report = await DeliverAsync(fleet, Route(server) with { CaFile = _caFile + ".none" });
        Assert.Contains($"the CA file {_caFile}.none cannot be read", Assert.Single(report.Complaints), StringComparison.Ordinal);
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
        Assert.Contains("is named by caFile", complaint, StringComparison.Ordinal);
        Assert.Equal(["EHLO", "STARTTLS"], server.Commands.Select(command => command.Split(' ')[0]));
    }

    private static async Task<DeliveryReport> DeliverAsync(AlertFleet fleet, MailRoute route)
    {
        var channel = new MailChannel(route, fleet.Time);
        await fleet.SendAwayAsync(channel.Name);
        return await fleet.DeliverAsync(channel);
    }
}
