namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Runs of machines whose clocks are wrong: a store orders by its own.</summary>
public sealed class ClockTests
{
    private static readonly VCenterFacts Fleet = SampleFleet.VCenter(machines: 6);

    private static DateTimeOffset Now => TimeProvider.System.GetUtcNow();

    [Theory]
    [InlineData(100)]
    [InlineData(-100)]
    public async Task A_scan_by_a_wrong_clock_is_ordered_by_the_databases_and_its_alerts_are_due_at_once(int days)
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await SaveAsync(place, TimeSpan.Zero, Fleet);

        var wrong = await SaveAsync(place, TimeSpan.FromDays(days), Fleet.Moved((0, 1)), _ => [new NewAlert("id", "mail", "wentAway", "VM", "{}")]);
        var right = await SaveAsync(place, TimeSpan.Zero, Fleet);

        Assert.All(new[] { wrong, right }, saved => Assert.Contains(saved.Changes, change => change.Kind == ChangeKind.Moved));
        Assert.All(wrong.Changes.Concat(right.Changes), change => Assert.True((change.At - Now).Duration() < TimeSpan.FromHours(1), $"{change.At:O}"));
        Assert.All(wrong.Targets.Concat(right.Targets),
            target => Assert.True((target.LastTriedAt - Now).Duration() < TimeSpan.FromHours(1)));
        await using var store = await place.OpenAsync();
        Assert.Single(await store.Alerts.TakeDueAsync(["mail"], maxAlerts: 10, TimeSpan.FromMinutes(1), Cancel));
        Assert.All(await store.Runs.ListAsync(new RunQuery(), Cancel),
            run => Assert.True((run.StartedAt - Now).Duration() < TimeSpan.FromHours(1)));
    }

    [Theory]
    [InlineData(100)]
    [InlineData(-100)]
    public async Task Beside_a_file_a_scan_by_another_clock_comes_behind_the_one_before(int days)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await SaveAsync(place, TimeSpan.Zero, Fleet);

        var wrong = await SaveAsync(place, TimeSpan.FromDays(days), Fleet.Moved((0, 1)));
        var right = await SaveAsync(place, TimeSpan.Zero, Fleet);

        Assert.Contains(wrong.Changes, change => change.Kind == ChangeKind.Moved);
        Assert.Contains(right.Changes, change => change.Kind == ChangeKind.Moved);
        Assert.True(right.Changes[0].At > wrong.Changes[^1].At);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_clock_within_a_minute_keeps_its_own_times(Engine engine)
    {
        var (offset, before) = (
            TimeSpan.FromSeconds(-45), DateTimeOffset.FromUnixTimeMilliseconds((Now - TimeSpan.FromHours(1)).ToUnixTimeMilliseconds()));
        await using var store = await TestStore.OpenNewAsync(engine, new StoreOptions { Time = new OffsetTime(offset) });

        await store.SaveAsync(SampleFleet.Scan(before, Fleet), cancellationToken: Cancel);

        Assert.Equal(before, Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel)).StartedAt);
        Assert.InRange((await store.ReadClockAsync(Cancel))
            .Ahead, TimeSpan.Zero, engine == Engine.Postgres ? TimeSpan.FromSeconds(60) : TimeSpan.Zero);
    }

    [Theory]
    [InlineData(Engine.Sqlite, ClockState.Slow)] // it is compared with the last one that is not of the future
    [InlineData(Engine.Postgres, ClockState.Healthy)]
    public async Task A_check_by_a_wrong_clock_does_not_silence_those_after_it(Engine engine, ClockState then)
    {
        await using var place = await TestStore.NewAsync(engine);
        await CheckAsync(place, TimeSpan.Zero, ClockState.Healthy);

        var wrong = await CheckAsync(place, TimeSpan.FromDays(100), ClockState.Slow);
        var right = await CheckAsync(place, TimeSpan.Zero, then);

        Assert.Equal(((1, 0), (1, 0)), ((wrong.Changes.Count, wrong.Late.Count), (right.Changes.Count, right.Late.Count)));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Only_what_was_not_claimed_can_be_late(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var at = Now - TimeSpan.FromHours(2);
        await store.SaveAsync(SampleFleet.Scan(at, Fleet), new SaveOptions { IsClaimed = true }, Cancel);

        var late = await store.SaveAsync(SampleFleet.Scan(at.AddHours(-1), Fleet.Moved((0, 1))), cancellationToken: Cancel);
        var held = await store.SaveAsync(
            SampleFleet.Scan(at.AddHours(-1), Fleet.Moved((0, 1))), new SaveOptions { IsClaimed = true }, Cancel);

        Assert.Equal([SampleFleet.Server], late.Late);
        Assert.Empty(late.Changes);
        Assert.Empty(held.Late);
        Assert.NotEmpty(held.Changes);
        Assert.Equal(3, (await store.Runs.ListAsync(new RunQuery(), Cancel)).Count);
    }

    /// <summary>Scans as a machine would whose clock is so far ahead.</summary>
    private static async Task<SavedRun> SaveAsync(
        TestStore place, TimeSpan ahead, VCenterFacts vcenter, Func<SavedRun, IReadOnlyList<NewAlert>>? alerts = null)
    {
        var time = new OffsetTime(ahead);
        await using var store = await place.OpenAsync(new StoreOptions { Time = time });
        return await store.SaveAsync(
            SampleFleet.Scan(time.GetUtcNow(), vcenter), new SaveOptions { IsClaimed = true, Alerts = alerts }, Cancel);
    }

    private static async Task<SavedRun> CheckAsync(TestStore place, TimeSpan ahead, ClockState state)
    {
        var time = new OffsetTime(ahead);
        await using var store = await place.OpenAsync(new StoreOptions { Time = time });
        return await store.SaveAsync(SampleGuest.Check("DB01", SampleFleet.Uuid(1), time.GetUtcNow(), state), cancellationToken: Cancel);
    }
}

/// <summary>The system's clock, wrong by so much.</summary>
internal sealed class OffsetTime(TimeSpan ahead) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => System.GetUtcNow() + ahead;
}
