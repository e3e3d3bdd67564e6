namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What the store makes of the lines of a watch.</summary>
public sealed class WatchTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_verdict_is_saved_where_it_is_another_one_than_before_and_dated_by_its_first_sample(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        WatchLine[] lines =
        [
            SampleWatch.Line("DB01", At, state: null, WatchEvent.Started),
            SampleWatch.Line("DB01", At.AddMinutes(1), ClockState.Healthy),
            SampleWatch.Line("DB01", At.AddHours(1), ClockState.Healthy, WatchEvent.Hourly),
            SampleWatch.Line("DB01", At.AddHours(2), ClockState.Slow),
            SampleWatch.Line("DB01", At.AddHours(3), ClockState.Slow, WatchEvent.Hourly),
            SampleWatch.Line("DB01", At.AddHours(4), ClockState.Slow, WatchEvent.Stopped),
        ];

        var told = new List<string?>();
        foreach (var line in lines.Concat(lines))
        {
            told.AddRange((await store.SaveAsync(line, cancellationToken: Cancel)).Changes.Select(change => change.Later));
        }

        var history = await HistoryAsync(store);
        Assert.Equal(["slow"], told);
        Assert.Equal([(At.AddMinutes(1).AddSeconds(-20), "watch", ClockState.Healthy), (At.AddHours(2).AddSeconds(-20), "watch",
            ClockState.Slow)], history.Measurements.Select(measurement => (measurement.At, measurement.Source, measurement.State)));
        Assert.Equal([(At.AddHours(2).AddSeconds(-20), "slow")], history.Changes.Select(change => (change.At, change.Later)));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_check_between_that_says_otherwise_is_overruled_by_the_next_line(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleWatch.Line("DB01", At, ClockState.Healthy), cancellationToken: Cancel);
        await store.SaveAsync(SampleGuest.Check("DB01", uuid: null, At.AddMinutes(30), ClockState.Slow), cancellationToken: Cancel);
        await store.SaveAsync(SampleWatch.Line("DB01", At.AddHours(1), ClockState.Healthy, WatchEvent.Hourly), cancellationToken: Cancel);
        Assert.Equal([(At.AddMinutes(30), "slow"), (At.AddHours(1), "healthy")], (await HistoryAsync(store))
            .Changes.Select(change => (change.At, change.Later!)));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Moves_are_saved_once(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var line = SampleWatch.Line("DB01", At, ClockState.Healthy).Moved(At.AddMinutes(-2), At.AddMinutes(-1));
        await store.SaveAsync(line, cancellationToken: Cancel);
        await store.SaveAsync(line with { Id = Guid.NewGuid() }, cancellationToken: Cancel);
        Assert.Equal([("sessionChanged", At.AddMinutes(-2)), ("sessionChanged", At.AddMinutes(-1))], (await HistoryAsync(store))
            .Changes.Select(change => (change.Kind, change.At)));
    }

    /// <summary>Hours and what is said then: a line, that it ends, or nothing; and what is told of the silence.</summary>
    [Theory]
    [InlineData("0 hourly, 1 hourly, 2 hourly", 3.9, "")]
    [InlineData("0 hourly, 1 hourly", 3.1, "watchSilent")]
    [InlineData("0 hourly, 1 stopped", 9, "")]
    [InlineData("0 hourly, 3 hourly", 4, "watchSilent watchResumed")]
    [InlineData("0 hourly, 3 stopped", 9, "watchSilent watchResumed")]
    [InlineData("0 hourly, 3 started, 4 hourly", 6.5, "watchSilent watchResumed watchSilent")]
    public async Task A_watch_that_says_nothing_for_two_hours_is_told_of_once_and_when_it_is_heard_again(
        string lines, double until, string told)
    {
        var time = new SteppedTime(At);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        var options = new SaveOptions { Alerts = run => [.. run.Changes.Select(change => new NewAlert($"{change.Kind} {change.At:O}", "mail", $"{change.Kind}", change.Name, "{}"))] };
        var heard = lines.Split(", ").Select(line => line.Split(' '))
            .ToLookup(line => double.Parse(line[0], null), line => Enum.Parse<WatchEvent>(line[1], ignoreCase: true));
        for (var quarter = 0; quarter / 4.0 <= until; quarter++)
        {
            time.Set(At.AddHours(quarter / 4.0));
            foreach (var because in heard[quarter / 4.0])
            {
                await store.SaveAsync(SampleWatch.Line("DB01", time.GetUtcNow(), ClockState.Healthy, because), options, Cancel);
            }

            await store.Watches.FindSilentAsync(options, Cancel);
        }

        Assert.Equal(told, string.Join(' ', (await HistoryAsync(store)).Changes.Select(change => change.Kind)));
        Assert.Equal(told.Split(' ', StringSplitOptions.RemoveEmptyEntries).Length, (await store.Alerts.ListAsync(maxAlerts: 10, Cancel)).Count);
        Assert.Equal(
            (lines.EndsWith("stopped", StringComparison.Ordinal),
                told.EndsWith("Silent", StringComparison.Ordinal)) switch
            { (true, _) => (0, 0), (_, true) => (0, 1), _ => (1, 0) },
            await store.Watches.CountAsync(Cancel));
    }

    [Fact]
    public async Task A_guest_whose_watch_ended_long_ago_goes_with_what_is_old()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        await store.SaveAsync(SampleWatch.Line("DB01", At, ClockState.Healthy), cancellationToken: Cancel);
        await store.PruneAsync(TimeProvider.System.GetUtcNow().AddHours(1), Cancel);
        Assert.Empty(await store.History.FindGuestsAsync("DB01", Cancel));
        Assert.Equal((0, 0), await store.Watches.CountAsync(Cancel));
    }

    private static async Task<HistoryDocument> HistoryAsync(FleetStore store) =>
        await store.History.ReadAsync(Assert.Single(await store.History.FindGuestsAsync("DB01", Cancel)), TimeWindow.Everything, Cancel);
}
