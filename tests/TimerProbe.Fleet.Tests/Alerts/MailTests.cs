using MailKit.Security;

namespace TimerProbe.Fleet.Tests.Alerts;

public sealed class MailTests
{
    private static readonly TimeSpan Impatient = TimeSpan.FromSeconds(5);

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
        await fleet.AlertAsync(Channel(server), name);

        var names = Assert.Single(server.Mails).Headers.Select(header => header.Split(':')[0].ToUpperInvariant())
            .Order(StringComparer.Ordinal);
        Assert.Equal(
            ["AUTO-SUBMITTED", "CONTENT-TYPE", "DATE", "FROM", "MESSAGE-ID", "MIME-VERSION", "SUBJECT", "TO", "X-TIMERPROBE-ID"], names);
        Assert.Single(server.Commands, command => command.StartsWith("MAIL FROM", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_receiver_that_is_refused_is_told_of_and_the_others_get_the_mail_once()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();
        var channel = new MailChannel(Route(server) with { To = ["admin@example.org", "nobody@example.org"] });
        await fleet.SendAwayAsync(channel.Name);

        var reports = await fleet.DeliverAsync(channel, times: 2);

        Assert.Equal("mail: the server refused one of the recipients; the others got it", Assert.Single(reports[0].Warnings));
        Assert.Equal((1, 0), (reports[0].Delivered, reports[1].Delivered));
        Assert.Single(server.Mails);
    }

    [Fact]
    public async Task A_mail_with_other_letters_is_read_as_it_was_meant()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();
        var channel = new MailChannel(Route(server) with { To = ["admin@bücher.example"] });

        Assert.Empty((await fleet.AlertAsync(channel, new string('Ü', 60) + "\U0001F600")).Warnings);

        var mail = Assert.Single(server.Mails);
        Assert.True(System.Text.Ascii.IsValid(mail.Text));
        Assert.All(mail.Text[mail.Text.IndexOf("\n\n", StringComparison.Ordinal)..].Split('\n'), line => Assert.InRange(line.Length, 0, 76));
        Assert.Contains("To: admin@xn--bcher-kva.example", mail.Headers);
        var read = mail.Read();
        Assert.StartsWith($"TimerProbe: {new string('Ü', 60)}\U0001F600 left its home frequency", read.Subject, StringComparison.Ordinal);
        Assert.Contains($"Name: {new string('Ü', 60)}\U0001F600", read.TextBody, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mail_has_html_beside_its_text_in_which_a_hostile_name_stays_a_name()
    {
        const string Hostile = "</td><img src=x onerror=alert(1)>\u202E{0}";
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();
        await fleet.AlertAsync(Channel(server), Hostile);

        var mail = Assert.Single(server.Mails);
        Assert.Contains(mail.Headers, header => header.StartsWith("Content-Type: multipart/alternative;", StringComparison.OrdinalIgnoreCase));
        Assert.True(mail.Text.IndexOf("text/plain", StringComparison.Ordinal) < mail.Text.IndexOf("text/html", StringComparison.Ordinal));
        var html = mail.Read().HtmlBody;
        Assert.Contains("&lt;/td&gt;&lt;img src=x onerror=alert(1)&gt;\uFFFD{0} left its home frequency", html, StringComparison.Ordinal);
        Assert.Contains("What to do", html, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", html, StringComparison.Ordinal);
        Assert.DoesNotMatch("(src|href)=\"", html);
    }

    [Theory]
    [InlineData("greets 999", null)]
    [InlineData("greets 1001", "the server's answer has no end")]
    [InlineData("250 endless", null)]
    public async Task A_server_that_answers_without_end_is_left(string manner, string? why)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start(manner);

        var report = await fleet.AlertAsync(Channel(server));

        Assert.Equal(why is null ? 1 : 0, report.Delivered);
        Assert.All(report.Warnings, complaint => Assert.Contains(why!, complaint, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_server_that_takes_a_mail_and_says_no_word_more_has_it()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start("250 mute");
        var channel = Channel(server);
        await fleet.SendAwayAsync(channel.Name);

        var reports = await fleet.DeliverAsync(channel, times: 2, Impatient);

        Assert.Equal([1, 0], reports.Select(report => report.Delivered));
        Assert.Empty(reports[0].Warnings);
        Assert.Single(server.Mails);
    }

    [Fact]
    public async Task Every_kind_is_mailed_as_a_test_and_no_receiver_takes_a_later_one_for_a_repeat()
    {
        await using var server = SmtpReceiver.Start();
        var channel = Channel(server);
        DateTimeOffset[] times = [SampleFleet.Start, SampleFleet.Start.AddSeconds(1)];
        foreach (var alert in times.SelectMany(at => TestAlerts.Create(channel.Name, at)))
        {
            Assert.Null((await AlertDelivery.TryAsync(channel, alert, TimeSpan.FromSeconds(10), TimeProvider.System, Cancel)).Failure);
        }

        Assert.Equal(2 * Enum.GetValues<AlertKind>().Length, server.Mails.Select(mail => mail.MessageId).Distinct().Count());
    }

    [Theory]
    [InlineData("nobody@example.org", "the server refused the receiver: 550 no such user")]
    [InlineData("ü@example.org", "ü@example.org cannot be used: it has non-ASCII characters before the @")]
    public async Task A_mail_that_nobody_gets_is_kept(string receiver, string why)
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var server = SmtpReceiver.Start();

        var report = await fleet.AlertAsync(new MailChannel(Route(server) with { To = [receiver] }));

        Assert.Equal((0, 1), (report.Delivered, report.PutOff));
        Assert.Contains(why, Assert.Single(report.Warnings), StringComparison.Ordinal);
        Assert.Empty(server.Mails);
    }

    private static MailChannel Channel(SmtpReceiver server) => new(Route(server));

    private static MailRoute Route(SmtpReceiver server) =>
        new() { Host = "127.0.0.1", Port = server.Port, Security = SecureSocketOptions.None, From = "timerprobe@example.org", To = ["admin@example.org"] };
}
