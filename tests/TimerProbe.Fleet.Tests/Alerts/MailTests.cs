using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Fleet.Tests.Alerts.Receivers;

namespace TimerProbe.Fleet.Tests.Alerts;

public sealed class MailTests
{
    private static readonly DeliveryRules Impatient = new() { AttemptLimit = TimeSpan.FromSeconds(3) };

    [Fact]
    public async Task A_server_that_fails_at_first_takes_the_mail_once_under_one_message_id()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start("451", "cut", "silence", "554");
        var channel = Channel(server);
        await fleet.SendAwayAsync(channel.Name);

        var reports = await fleet.DeliverAsync(channel, times: 7, Impatient);

        Assert.Equal([0, 0, 0, 0, 1, 0, 0], reports.Select(report => report.Delivered));
        Assert.Equal(4, server.Mails.Count);
        Assert.Single(server.Mails, mail => mail.IsTaken);
        Assert.Matches("^<[0-9a-f]{64}@example.org>$", Assert.Single(server.Mails.Select(mail => mail.MessageId).Distinct()));
    }

    [Theory]
    [InlineData("x\r\nBcc: all@example.org\r\n\r\nevil")]
    [InlineData("x\nX-Evil: 1")]
    [InlineData("x\r\n.\r\nMAIL FROM:<evil@example.org>")]
    [InlineData("\u202E\U0001F600 Ünï")]
    public async Task No_name_makes_a_header_or_a_command(string name)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();
        var channel = Channel(server);
        await fleet.SendAwayAsync(channel.Name, name);

        await fleet.DeliverAsync(channel);

        var names = Assert.Single(server.Mails).Headers.Select(header => header.Split(':')[0].ToUpperInvariant()).Order(StringComparer.Ordinal);
        Assert.Equal(
            ["AUTO-SUBMITTED", "CONTENT-TRANSFER-ENCODING", "CONTENT-TYPE", "DATE", "FROM", "MESSAGE-ID", "MIME-VERSION", "SUBJECT", "TO", "X-TIMERPROBE-ID"], names);
        Assert.Single(server.Commands, command => command.StartsWith("MAIL FROM", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_server_without_STARTTLS_gets_neither_login_nor_mail()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();
        var channel = new MailChannel(Route(server) with { StartTls = true, Login = () => new NetworkCredential("u", "tr0ub4dor") });
        await fleet.SendAwayAsync(channel.Name);

        var report = await fleet.DeliverAsync(channel);

        Assert.Equal(1, report.PutOff);
        Assert.DoesNotContain(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal) || command.StartsWith("MAIL", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_certificate_that_nobody_vouches_for_gets_neither_login_nor_mail()
    {
        await using var fleet = await AlertFleet.NewAsync();
        using var certificate = SelfSigned();
        await using var server = SmtpReceiver.StartWithTls(certificate);
        var channel = new MailChannel(Route(server) with { StartTls = true, Login = () => new NetworkCredential("u", "tr0ub4dor") });
        await fleet.SendAwayAsync(channel.Name);

        var report = await fleet.DeliverAsync(channel);

        Assert.Equal(1, report.PutOff);
        Assert.Contains("certificate", Assert.Single(report.Complaints), StringComparison.Ordinal);
        Assert.DoesNotContain(server.Commands, command => command.StartsWith("AUTH", StringComparison.Ordinal) || command.StartsWith("MAIL", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_receiver_that_is_refused_is_told_of_and_the_others_get_the_mail_once()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();
        var channel = new MailChannel(Route(server) with { To = ["admin@example.org", "nobody@example.org"] });
        await fleet.SendAwayAsync(channel.Name);

        var reports = await fleet.DeliverAsync(channel, times: 2);

        Assert.Equal("mail: the server refused one of the receivers; the others have it", Assert.Single(reports[0].Complaints));
        Assert.Equal((1, 0), (reports[0].Delivered, reports[1].Delivered));
        Assert.Single(server.Mails);
    }

    private static MailChannel Channel(SmtpReceiver server) => new(Route(server));

    private static MailRoute Route(SmtpReceiver server) =>
        new() { Host = "127.0.0.1", Port = server.Port, StartTls = false, From = "timerprobe@example.org", To = ["admin@example.org"] };

    private static X509Certificate2 SelfSigned()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = TimeProvider.System.GetUtcNow();
        using var issued = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256).CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(issued.Export(X509ContentType.Pfx), password: null);
    }
}
