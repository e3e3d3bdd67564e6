namespace TimerProbe.Fleet.Tests.Alerts;

public sealed class WebhookTests
{
    private const string Key = "a key of the tests";

    private static readonly TimeSpan Impatient = TimeSpan.FromSeconds(5);

    [Fact]
    public async Task A_receiver_that_fails_at_first_takes_the_alert_once_under_one_id()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var receiver = await HttpReceiver.StartAsync(500, HttpReceiver.Cut, 302, HttpReceiver.Silence);
        using var channel = new WebhookChannel(receiver.Url, () => Key, fleet.Time);
        await fleet.SendAwayAsync(channel.Name);

        var reports = await fleet.DeliverAsync(channel, times: 7, Impatient);

        Assert.Equal([0, 0, 0, 0, 1, 0, 0], reports.Select(report => report.Delivered));
        Assert.Equal([1, 1, 1, 1, 0, 0, 0], reports.Select(report => report.PutOff));
        Assert.Equal(5, receiver.Requests.Count);
        Assert.Single(receiver.Accepted);
        Assert.Single(receiver.Requests.Select(request => request.Headers["X-TimerProbe-Id"]).Distinct());
        Assert.All(receiver.Requests, request => Assert.Equal(("POST", "/hook"), (request.Method, request.Path)));
    }

    /// <summary>A receiver may close its connection after an answer, without having said so.</summary>
    [Fact]
    public async Task Each_alert_has_a_connection_of_its_own()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var receiver = await HttpReceiver.StartAsync();
        using var channel = new WebhookChannel(receiver.Url, () => Key, fleet.Time);
        await using var store = await fleet.OpenAsync();
        await store.Alerts.AddAsync(
            [.. Enumerable.Range(0, 10).Select(number => new NewAlert($"{number}", channel.Name, "wentAway", "a", "{}"))], Cancel);

        Assert.Equal(10, (await fleet.DeliverAsync(channel)).Delivered);

        Assert.Equal(10, receiver.Requests.Select(request => request.Connection).Distinct().Count());
    }

    [Fact]
    public async Task The_signature_is_the_HMAC_of_time_and_body()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var receiver = await HttpReceiver.StartAsync();
        using var channel = new WebhookChannel(receiver.Url, () => Key, fleet.Time);

        await fleet.AlertAsync(channel, "a \"name\"\r\nwith <everything> \u202E\U0001F600");

        var request = Assert.Single(receiver.Requests);
        var signed = Encoding.UTF8.GetBytes(request.Headers["X-TimerProbe-Timestamp"] + "." + request.Body);
        Assert.Equal("sha256=" + Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(Key), signed)), request.Headers["X-TimerProbe-Signature"]);
        Assert.Equal(fleet.Time.Now.ToUnixTimeSeconds().ToString(), request.Headers["X-TimerProbe-Timestamp"]);
        Assert.True(Ascii.IsValid(request.Body));
        Assert.Equal("a \"name\"\r\nwith <everything> \u202E\U0001F600", AlertPayload.Read(request.Body).Subjects.Single().Name);
    }

    [Fact]
    public async Task What_is_complained_of_shows_neither_the_address_nor_the_key()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var receiver = await HttpReceiver.StartAsync(503);
        using var channel = new WebhookChannel(receiver.Url, () => Key, fleet.Time);

        var complaint = Assert.Single((await fleet.AlertAsync(channel)).Warnings);

        Assert.Contains("it answered 503", complaint, StringComparison.Ordinal);
        Assert.Contains($"webhook:127.0.0.1:{receiver.Url.Port.ToString()}/", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain("hidden-in-the-address", complaint, StringComparison.Ordinal);
        Assert.DoesNotContain(Key, complaint, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_certificate_of_an_authority_of_its_own_is_believed_once_that_is_named()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var receiver = await HttpReceiver.StartAsync(StubCertificates.Loopback);
        using var caFile = new TemporaryFile("ca.pem", StubCertificates.RootPem);
        using var unnamed = new WebhookChannel(receiver.Url, () => Key, fleet.Time);
        using var named = new WebhookChannel(receiver.Url, () => Key, fleet.Time, caFile.Path);
        await fleet.SendAwayAsync(named.Name);

        var refused = await fleet.DeliverAsync(unnamed);
        fleet.Time.Now += TimeSpan.FromHours(1);
        var taken = await fleet.DeliverAsync(named);

        Assert.Contains("certificate is invalid", Assert.Single(refused.Warnings), StringComparison.Ordinal);
        Assert.Contains("set caFile", Assert.Single(refused.Warnings), StringComparison.Ordinal);
        Assert.Equal((0, 1), (refused.Delivered, taken.Delivered));
        Assert.Single(receiver.Requests);
    }

    [Fact]
    public async Task A_CA_file_without_a_certificate_is_said_and_the_alert_is_kept()
    {
        await using var fleet = await AlertFleet.NewAsync();
        using var caFile = new TemporaryFile("ca.pem", "");
        using var channel = new WebhookChannel(new Uri("https://127.0.0.1:9/"), () => Key, fleet.Time, caFile.Path);
        var report = await fleet.AlertAsync(channel);
        Assert.Contains($"the CA file {caFile.Path} cannot be used: it holds no PEM certificate", Assert.Single(report.Warnings), StringComparison.Ordinal);
        Assert.Equal(1, report.PutOff);
    }

    [Fact]
    public async Task A_receiver_that_is_down_is_asked_once_a_run_and_after_a_week_no_more()
    {
        await using var fleet = await AlertFleet.NewAsync();
        await using var receiver = await HttpReceiver.StartAsync([.. Enumerable.Repeat((int)HttpStatusCode.BadGateway, 10)]);
        using var channel = new WebhookChannel(receiver.Url, () => Key, fleet.Time);
        await using var store = await fleet.OpenAsync();
        await store.Alerts.AddAsync([new("1", channel.Name, "wentAway", "a", "{}"), new("2", channel.Name, "wentAway", "b", "{}")], Cancel);

        var first = await fleet.DeliverAsync(channel);
        fleet.Time.Now += TimeSpan.FromDays(7);
        var last = await fleet.DeliverAsync(channel);
        fleet.Time.Now += TimeSpan.FromDays(7);
        var never = await fleet.DeliverAsync(channel);

        Assert.Equal((2, 0), (first.PutOff, first.GivenUp));
        Assert.Equal((0, 2), (last.PutOff, last.GivenUp));
        Assert.Equal((0, 0, 0), (never.Delivered, never.PutOff, never.GivenUp));
        Assert.Equal(2, receiver.Requests.Count);
        Assert.All(await store.Alerts.ListAsync(10, Cancel),
            alert => Assert.Equal(AlertState.Failed, alert.State));
    }
}
