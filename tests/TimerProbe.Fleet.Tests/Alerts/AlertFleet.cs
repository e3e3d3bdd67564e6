namespace TimerProbe.Fleet.Tests.Alerts;

/// <summary>A store with alerts on their way, whose clock the test sets.</summary>
internal sealed class AlertFleet : IAsyncDisposable
{
    private readonly TestStore _place;

    private AlertFleet(TestStore place) => _place = place;

    public SettableTime Time { get; } = new(SampleFleet.Start);

    public static async Task<AlertFleet> NewAsync() => new(await TestStore.NewAsync(Engine.Sqlite));

    public Task<FleetStore> OpenAsync() => _place.OpenAsync(new StoreOptions { Time = Time });

    /// <summary>Saves two scans between which one machine went away.</summary>
    public async Task SendAwayAsync(string channel, string? name = null)
    {
        await using var store = await OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20).With(3, machine => machine with { Name = name ?? machine.Name });
        var options = new SaveOptions { Alerts = run => AlertMaking.Create(run, new AlertRules { Channels = [channel] }) };
        await store.SaveAsync(SampleFleet.Scan(Time.Now.AddHours(-1), vcenter), options, Cancel);
        await store.SaveAsync(SampleFleet.Scan(Time.Now, vcenter.Moved((3, 0))), options, Cancel);
    }

    /// <summary>Delivers what is due as a process of its own would: with its own connection.</summary>
    public async Task<DeliveryReport> DeliverAsync(IAlertChannel channel, TimeSpan? attemptLimit = null)
    {
        await using var store = await OpenAsync();
        return await new AlertDelivery(store, [channel], Time) { AttemptLimit = attemptLimit ?? AlertDelivery.DefaultAttempt }.RunAsync(
            Cancel);
    }

    /// <summary>Sends a machine away, and delivers what comes of it.</summary>
    public async Task<DeliveryReport> AlertAsync(IAlertChannel channel, string? name = null, TimeSpan? attemptLimit = null)
    {
        await SendAwayAsync(channel.Name, name);
        return await DeliverAsync(channel, attemptLimit);
    }

    /// <summary>Delivers so many times, each later than the longest pause.</summary>
    public async Task<IReadOnlyList<DeliveryReport>> DeliverAsync(IAlertChannel channel, int times, TimeSpan? attemptLimit = null)
    {
        var reports = new List<DeliveryReport>();
        for (var i = 0; i < times; i++)
        {
            reports.Add(await DeliverAsync(channel, attemptLimit));
            Time.Now += TimeSpan.FromHours(1);
        }

        return reports;
    }

    public ValueTask DisposeAsync() => _place.DisposeAsync();
}

/// <summary>A clock that shows what it is set to; its timers are real.</summary>
internal sealed class SettableTime(DateTimeOffset now) : TimeProvider
{
    public DateTimeOffset Now { get; set; } = now;

    public override DateTimeOffset GetUtcNow() => Now;
}
