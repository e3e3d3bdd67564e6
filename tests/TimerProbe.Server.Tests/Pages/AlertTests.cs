namespace TimerProbe.Server.Tests.Pages;

/// <summary>Alerts as people see and acknowledge them.</summary>
public sealed class AlertTests
{
    [Theory]
    [ClassData<Engines>]
    public async Task One_that_is_known_on_a_further_channel_is_to_be_acknowledged_once_more(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.Alerts.AddAsync([Alert("mail")], Cancel);
        await store.Alerts.AcknowledgeAsync("a1", Cancel);
        Assert.NotNull(Assert.Single(await AlertView.ListAsync(store, all: true, Cancel)).AcknowledgedAt);
        await store.Alerts.AddAsync([Alert("chat")], Cancel);

        var alert = Assert.Single(await AlertView.ListAsync(store, all: false, Cancel));
        Assert.Null(alert.AcknowledgedAt);
        Assert.Equal([("chat", "pending"), ("mail", "acknowledged")], alert.Deliveries.Select(delivery => (delivery.Channel, delivery.State)).Order());
    }

    [Fact]
    public async Task So_many_are_shown_whatever_the_number_of_their_channels()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        await store.Alerts.AddAsync([.. Enumerable.Range(0, 3_000)
            .Select(i => Alert(i % 2 == 0 ? "chat" : "mail") with { Id = $"a{i / 2}" })], Cancel);
        var alerts = await AlertView.ListAsync(store, all: false, Cancel);
        Assert.Equal(1_500, alerts.Count);
        Assert.All(alerts, alert => Assert.Equal(2, alert.Deliveries.Count));
    }

    [Fact]
    public async Task One_that_nobody_acknowledged_is_seen_behind_thousands_that_somebody_did()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await store.Alerts.AddAsync([Alert("mail")], Cancel);
        await place.RunTextAsync("""
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO alert SELECT 'done' || i, channel, created_at + i, kind, subject, payload, 'acknowledged', 1, NULL, NULL, created_at, created_at FROM alert, n
            """);

        Assert.Equal("a1", Assert.Single(await AlertView.ListAsync(store, all: false, Cancel)).Id);
    }

    [Fact]
    public async Task It_says_why_and_leads_to_whom_it_is_about()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        var failed = new AlertPayload
        {
            Id = new string('a', 64),
            Kind = AlertKind.ScanFailed,
            At = DateTimeOffset.UnixEpoch,
            Title = "vc1 could not be read",
            Count = 1,
            Server = "vc1",
            Problem = "it refused the login of <scan>"
        };
        var away = failed with
        {
            Id = new string('b', 64),
            Kind = AlertKind.WentAway,
            Problem = null,
            Subjects = [new("virtualMachine", "vm-1", "DB 01", Cluster: null, "home", "away", Cause: null)]
        };
        await using var store = await fleet.Place.OpenAsync();
        await store.Alerts.AddAsync([Kept(failed, "vc1"), Kept(away, "DB 01"), Alert("mail")], Cancel);

        var page = await fleet.GetAsync("/alerts");
        Assert.Contains("could not be read: it refused the login of &lt;scan&gt;", page, StringComparison.Ordinal);
        Assert.Contains("<a href=\"/machines?text=DB%2001&amp;vcenter=vc1\"><bdi>DB 01</bdi></a>", page, StringComparison.Ordinal);
        var told = JsonNode.Parse(await fleet.GetAsync("/api/v1/alerts"))!["items"]!.AsArray();
        Assert.Equal(
            [("DB 01", null, "/machines?text=DB%2001&vcenter=vc1"), ("DB<01>", null, null), ("vc1", "it refused the login of <scan>", "/scans")],
            told.Select(alert => ((string?)alert!["subject"], (string?)alert["problem"], (string?)alert["link"])).Order());

        static NewAlert Kept(AlertPayload alert, string subject) => new(alert.Id, "mail", alert.Kind.ToDocumentName(), subject, alert.Write());
    }

    [Fact]
    public async Task It_is_acknowledged_by_the_form_of_the_page_only()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        await using var store = await fleet.Place.OpenAsync();
        await store.Alerts.AddAsync([Alert("mail")], Cancel);

        using var forged = await fleet.Client.PostAsync("/alerts/a1/acknowledge", new FormUrlEncodedContent([]), Cancel);
        Assert.Equal(HttpStatusCode.BadRequest, forged.StatusCode);

        Assert.NotNull(await fleet.Client.SubmitFormAsync("/alerts", "/alerts/a1/acknowledge"));
        Assert.Contains("No alert to acknowledge", await fleet.GetAsync("/alerts"), StringComparison.Ordinal);
        Assert.DoesNotContain("<form", await fleet.GetAsync("/alerts?all=true"), StringComparison.Ordinal);
    }

    [Theory]
    [ClassData<Engines>]
    public async Task Without_a_receiver_alerts_are_kept_and_the_page_says_that_nobody_is_told_and_how_to_change_that(Engine engine)
    {
        await using var fleet = await FleetNode.StartAsync(engine, SampleScan.Document);
        await using var store = await fleet.Place.OpenAsync();
        await store.Alerts.AddAsync([Alert(StoredAlert.Nobody),
            Alert(StoredAlert.Nobody) with { Id = "a2", Kind = "cameHome", Subject = "DB02" }], Cancel);
        Assert.Equal(0, (await store.Alerts.PendingAsync(Cancel)).Count);

        var page = await fleet.GetAsync("/alerts");
        Assert.Contains("1 alert to acknowledge", page, StringComparison.Ordinal);
        Assert.Contains("Nobody receives these", page, StringComparison.Ordinal);
        Assert.Contains("nobody received it", page, StringComparison.Ordinal);
        Assert.Contains(">left its home frequency</td>", page, StringComparison.Ordinal);
        Assert.Contains("id=\"receivers\"", page, StringComparison.Ordinal);
        Assert.DoesNotContain("DB02", page, StringComparison.Ordinal);
        Assert.Contains("not needed: good news", await fleet.GetAsync("/alerts?all=true"), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_kind_of_alert_has_words() =>
        Assert.All(Enum.GetValues<AlertKind>(),
            kind => Assert.NotEqual(kind.ToDocumentName(), Server.Views.AlertView.GetName(kind.ToDocumentName())));

    private static NewAlert Alert(string channel) => new("a1", channel, "wentAway", "DB<01>", "{}");
}
