using MailKit.Security;

namespace TimerProbe.Fleet.Tests.Alerts;

public sealed class TestAlertsTests
{
    private static readonly DateTimeOffset At = new(2026, 11, 22, 3, 0, 0, TimeSpan.Zero);

    [Fact]
    public void No_receiver_takes_those_of_another_time_for_a_repeat()
    {
        var ids = TestAlerts.Create("mail", At).Concat(TestAlerts.Create("mail", At.AddSeconds(1))).Select(alert => alert.Id).ToList();
        Assert.Equal(ids.Count, ids.Distinct().Count());
    }

    [Fact]
    public async Task A_mail_server_gets_them_all()
    {
        await using var server = SmtpReceiver.Start(new SmtpManners());
        var channel = new MailChannel(new MailRoute { Host = "127.0.0.1", Port = server.Port, Security = SecureSocketOptions.None, From = "timerprobe@example.org", To = ["ops@example.org"] });

        foreach (var alert in TestAlerts.Create(channel.Name, At))
        {
            var attempt = await AlertDelivery.TryAsync(
                channel, alert, TimeSpan.FromSeconds(10), TimeProvider.System, Cancel);
            Assert.Null(attempt.Failure);
        }

        Assert.Equal(Enum.GetValues<AlertKind>().Length, server.Mails.Select(mail => mail.MessageId).Distinct().Count());
    }
}
