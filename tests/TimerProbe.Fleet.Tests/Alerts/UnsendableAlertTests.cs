namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>Alerts of a store that cannot be sent: made by another version, damaged, or by a configuration that was checked by none.</summary>
public sealed class UnsendableAlertTests
{
    private const string Whole = """{"schema":"timerprobe.alert/1","id":"a","kind":"wentAway","at":"2026-01-01T00:00:00Z","title":"t","count":1,"subjects":[]}""";

    [Theory]
    [InlineData("mail", "a", "null")]
    [InlineData("mail", "a", "{}")]
    [InlineData("mail", "a", """{"schema":"timerprobe.alert/1","id":"a","kind":"kindOfNextYear","at":"2026-01-01T00:00:00Z","title":"t","count":1,"subjects":[]}""")]
    [InlineData("mail", "a", """{"schema":"timerprobe.alert/1","id":"a","kind":"wentAway","at":"0001-01-01T00:00:00+14:00","title":"t","count":1,"subjects":[]}""")]
    [InlineData("mail", "a", """{"schema":"timerprobe.alert/1","id":"a","kind":"wentAway","at":"2026-01-01T00:00:00Z","title":"t","count":2,"subjects":[null]}""")]
    [InlineData("mail", "a", """{"schema":"timerprobe.alert/1","id":"a\r\nBcc: b","kind":"wentAway","at":"2026-01-01T00:00:00Z","title":"t","count":1,"subjects":[]}""")]
    [InlineData("badHost", "a", Whole)]
    [InlineData("digest", "a", "null")]
    [InlineData("digest", "a\r\nb", """{"title":"t","dueAt":"2026-01-01T00:00:00Z","at":"2026-01-01T00:00:00Z","lastChange":0,"sections":[null]}""")]
    [InlineData("webhook", "a\r\nb", Whole)]
    public async Task It_is_an_attempt_that_failed_and_says_why(string channel, string id, string payload)
    {
        var attempt = await AlertDelivery.TryAsync(
            Channel(channel), Alert(id, payload), TimeSpan.FromSeconds(10), TimeProvider.System, Cancel);

        Assert.NotNull(attempt.Failure);
        Assert.DoesNotContain(attempt.Failure, char.IsControl);
    }

    [Fact]
    public async Task Those_after_it_are_sent_and_it_is_tried_again()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        await store.Alerts.AddAsync([new NewAlert("bad", "way", "wentAway", "VM1", "null"), new NewAlert("good", "way", "wentAway", "VM2", Whole)], Cancel);

        var report = await new AlertDelivery(store, [new Reader()], TimeProvider.System).RunAsync(Cancel);

        Assert.Equal((1, 1, 0), (report.Delivered, report.PutOff, report.GivenUp));
        Assert.Equal("an alert for way was not delivered: it cannot be sent: The alert, or a subject of it, is empty.; it is kept and retried for 7 days", Assert.Single(report.Warnings));
        var bad = Assert.Single(await store.Alerts.ListAsync(maxAlerts: 10, Cancel), alert => alert.Id == "bad");
        Assert.Equal((AlertState.Pending, "it cannot be sent: The alert, or a subject of it, is empty."), (bad.State, bad.LastError));
    }

    [Fact]
    public async Task To_end_is_no_failure_of_an_alert()
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        await end.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => AlertDelivery.TryAsync(new Reader(), Alert("a", Whole), TimeSpan.FromSeconds(10), TimeProvider.System, end.Token));
    }

    private static IAlertChannel Channel(string name)
    {
        var route = new MailRoute { Host = name == "badHost" ? "127.0.0.1:25" : "127.0.0.1", Port = 9, From = "a@example.org", To = ["b@example.org"] };
        return name switch
        {
            "mail" or "badHost" => new MailChannel(route),
            "digest" => new MailReportChannel(route, (_, _) => Task.FromResult<(string?, byte[]?)>(default)),
            _ => new WebhookChannel(new Uri("http://127.0.0.1:9/"), key: null, TimeProvider.System),
        };
    }

    private static StoredAlert Alert(string id, string payload) =>
        TestAlerts.Create("way", SampleFleet.Start)[0] with { Id = id, Payload = payload };

    /// <summary>Takes whatever can be read.</summary>
    private sealed class Reader : IAlertChannel
    {
        public string Name => "way";

        public Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            _ = AlertPayload.Read(alert.Payload);
            return Task.FromResult<string?>(null);
        }
    }
}
