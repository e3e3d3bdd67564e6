namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>Two scanners with one store, one of them with a wrong clock: when alerts are due goes by the store's.</summary>
public sealed class OtherClockDeliveryTests
{
    private static readonly NewAlert Sample = new("wentAway/vm-3/1", "mail", "wentAway", "VM00003", "{}");

    [Theory]
    [InlineData(100)]
    [InlineData(-100)]
    public async Task By_a_databases_clock_an_alert_is_left_to_who_has_its_way_tried_again_in_time_and_sent_once(int daysAhead)
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await AddAsync(place);
        await using var store = await place.OpenAsync();
        await using var wrong = await place.OpenAsync(new StoreOptions { Time = new OffsetTime(TimeSpan.FromDays(daysAhead)) });
        var (others, own) = (new Way("webhook"), new Way("mail"));

        Assert.Empty((await DeliverAsync(place, daysAhead, others)).Warnings);
        var refused = await DeliverAsync(place, daysAhead, new Way("mail") { IsDown = true });
        Assert.Equal((1, 0), (refused.PutOff, refused.GivenUp));
        var pending = Assert.Single(await store.Alerts.ListAsync(maxAlerts: 10, Cancel), alert => alert.State == AlertState.Pending);
        Assert.InRange(pending.NextAttemptAt!.Value - TimeProvider.System.GetUtcNow(), TimeSpan.Zero, TimeSpan.FromMinutes(1));
        await place.PassAsync(TimeSpan.FromMinutes(1));
        Assert.Single(await store.Alerts.TakeDueAsync(["mail"], maxAlerts: 10, TimeSpan.FromMinutes(2), Cancel));
        Assert.Empty(await wrong.Alerts.TakeDueAsync(["mail"], maxAlerts: 10, TimeSpan.FromMinutes(2), Cancel));
        await place.PassAsync(TimeSpan.FromMinutes(2));
        await DeliverAsync(place, daysAhead: 0, own);
        await DeliverAsync(place, daysAhead, own);
        Assert.Equal((0, 1), (others.Sent, own.Sent));
    }

    [Fact]
    public async Task Beside_a_file_no_alert_waits_for_days_that_the_clock_went_back()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await AddAsync(place, daysAhead: 100);
        var way = new Way("mail");

        await DeliverAsync(place, daysAhead: 0, way);
        await DeliverAsync(place, daysAhead: 0, way);

        Assert.Equal(1, way.Sent);
    }

    /// <summary>The receiver refuses, and the clock is set before the alert is due again.</summary>
    [Theory]
    [InlineData(1, 0)]
    [InlineData(40 * 24, 0)]
    [InlineData(-1, 0)]
    [InlineData(-40 * 24, 0)]
    [InlineData(1, -1)]
    [InlineData(40 * 24, -40 * 24)]
    public async Task An_alert_that_was_not_taken_is_tried_again_soon_whatever_the_clock_is_set_to(int hours, int then)
    {
        var time = new SteppedTime(TimeProvider.System.GetUtcNow());
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        await store.Alerts.AddAsync([Sample], Cancel);
        await new AlertDelivery(store, [new Way("mail") { IsDown = true }], time).RunAsync(Cancel);
        var way = new Way("mail");

        time.Set(time.GetUtcNow().AddHours(hours));
        await new AlertDelivery(store, [way], time).RunAsync(Cancel);
        time.Set(time.GetUtcNow().AddHours(then));
        time.Pass(TimeSpan.FromMinutes(1));
        await new AlertDelivery(store, [way], time).RunAsync(Cancel);

        Assert.Equal(1, way.Sent);
    }

    /// <summary>A process takes an alert and dies, or is at it; the clock is set.</summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(40 * 24, true)]
    [InlineData(-1, true)]
    [InlineData(-40 * 24, true)]
    [InlineData(0, false)]
    public async Task The_lease_of_an_alert_ends_with_its_two_minutes_or_with_a_step_of_the_clock(int hours, bool isDue)
    {
        var time = new SteppedTime(TimeProvider.System.GetUtcNow());
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        await store.Alerts.AddAsync([Sample], Cancel);
        Assert.Single(await store.Alerts.TakeDueAsync(["mail"], maxAlerts: 10, TimeSpan.FromMinutes(2), Cancel));

        time.Set(time.GetUtcNow().AddHours(hours));
        time.Pass(TimeSpan.FromMinutes(1));

        Assert.Equal(isDue, (await store.Alerts.TakeDueAsync(["mail"], maxAlerts: 10, TimeSpan.FromMinutes(2), Cancel)).Count == 1);
        time.Pass(TimeSpan.FromMinutes(1));
        Assert.Equal(!isDue, (await store.Alerts.TakeDueAsync(["mail"], maxAlerts: 10, TimeSpan.FromMinutes(2), Cancel)).Count == 1);
    }

    /// <summary>What a channel said last, as the clock shows it: a report of the future keeps none from being made.</summary>
    [Fact]
    public async Task What_was_sent_last_is_not_of_the_future()
    {
        var time = new SteppedTime(TimeProvider.System.GetUtcNow());
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        await store.Alerts.AddAsync([Sample with { Payload = "first" }], Cancel);
        time.Pass(TimeSpan.FromDays(40));
        await store.Alerts.AddAsync([Sample with { Id = "ahead", Payload = "ahead" }], Cancel);
        Assert.Equal("ahead", await store.Alerts.LastAsync("mail", Cancel));

        time.Set(time.GetUtcNow().AddDays(-39));

        Assert.Equal("first", await store.Alerts.LastAsync("mail", Cancel));
    }

    private static async Task AddAsync(TestStore place, int daysAhead = 0)
    {
        await using var store = await place.OpenAsync(new StoreOptions { Time = new OffsetTime(TimeSpan.FromDays(daysAhead)) });
        await store.Alerts.AddAsync([Sample], Cancel);
    }

    /// <summary>Delivers as a scanner would whose clock is so far ahead.</summary>
    private static async Task<DeliveryReport> DeliverAsync(TestStore place, int daysAhead, Way way)
    {
        var time = new OffsetTime(TimeSpan.FromDays(daysAhead));
        await using var store = await place.OpenAsync(new StoreOptions { Time = time });
        return await new AlertDelivery(store, [way], time).RunAsync(Cancel);
    }

    private sealed class Way(string name) : IAlertChannel
    {
        public string Name => name;

        public bool IsDown { get; init; }

        public int Sent { get; private set; }

        public Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken)
        {
            Sent++;
            return IsDown ? throw new AlertNotDeliveredException("it is down") : Task.FromResult<string?>(null);
        }
    }
}
