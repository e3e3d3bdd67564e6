using System.Globalization;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store in which a scan by a clock 100 days ahead was saved under its own time.</summary>
public sealed class StoreRepairTests
{
    /// <summary>Every time that an earlier release took from the clock of the scanner.</summary>
    private static readonly (string Table, string Column)[] Times =
    [
        ("run", "started_at"), ("vcenter", "last_scan_at"), ("vcenter", "last_full_scan_at"), ("vcenter_scan", "at"), ("host_state", "since"), ("host_state", "until"),
        ("machine_state", "since"), ("machine_state", "until"), ("machine", "first_seen_at"), ("machine", "gone_at"), ("change", "at"), ("guest_measurement", "at"),
        ("target_health", "last_tried_at"), ("target_health", "last_success_at"), ("alert", "created_at"), ("alert", "next_attempt_at"),
    ];

    private static readonly NewAlert Alert = new("id", "mail", "wentAway", "VM", "{}");

    private static DateTimeOffset Now => TimeProvider.System.GetUtcNow();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task What_lies_in_the_future_is_shown_and_mended_and_the_next_scan_concludes(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var fleet = SampleFleet.VCenter(machines: 6);
        var begin = Now - TimeSpan.FromHours(3);
        await store.SaveAsync(SampleFleet.Scan(begin, fleet), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(begin.AddHours(1), fleet.Moved((0, 1))), new SaveOptions { Alerts = _ => [Alert] }, Cancel);
        await store.SaveAsync(SampleGuest.Check("DB01", SampleFleet.Uuid(1), begin.AddHours(1), Core.Facts.ClockState.Slow), cancel: Cancel);
        await ShiftAsync(store, begin.AddMinutes(30));

        var unmended = await ClockTests.SaveAsync(place, TimeSpan.Zero, fleet);
        var shown = await store.ReadFutureAsync(Cancel);
        var again = await store.ReadFutureAsync(Cancel);
        var mended = await store.RepairAsync(Cancel);
        var left = await store.ReadFutureAsync(Cancel);
        var next = await ClockTests.SaveAsync(place, TimeSpan.Zero, fleet.Moved((0, 1)));

        Assert.Equal(engine == Engine.Postgres ? [SampleFleet.Server] : [], unmended.Ahead.Keys);
        Assert.NotEmpty(unmended.Changes);
        Assert.Equal(
            ["runs", "last scans of vCenters", "scans of vCenters", "states of virtual machines", "changes", "measurements of guests", "answers of vCenters", "alerts"],
            shown.Parts.Select(part => part.What));
        Assert.Equal(shown.Parts, again.Parts);
        Assert.Equal(shown.Parts, mended.Parts);
        Assert.Empty(left.Parts);
        Assert.Empty(next.Ahead);
        Assert.NotEmpty(next.Changes);
        Assert.All(next.Changes, change => Assert.True(Now - change.At < TimeSpan.FromHours(1)));
        Assert.Single(await store.Alerts.TakeDueAsync(["mail"], most: 10, TimeSpan.FromMinutes(1), Cancel));

        var runs = await store.Runs.ListAsync(new RunQuery(), Cancel);
        Assert.Equal([5L, 4, 3, 2, 1], runs.OrderByDescending(run => run.StartedAt).ThenByDescending(run => run.RunId).Select(run => run.RunId));
        Assert.All(runs, run => Assert.True(run.StartedAt <= Now));
        var changes = await store.History.ChangesAsync(TimeWindow.Everything, 100, Cancel);
        Assert.All(changes, change => Assert.InRange(change.At, begin, Now));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task In_a_store_without_such_nothing_is_done(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 2)), cancel: Cancel);

        Assert.Empty((await store.ReadFutureAsync(Cancel)).Parts);
        Assert.Empty((await store.RepairAsync(Cancel)).Parts);

        Assert.Equal(SampleFleet.Start, Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel)).StartedAt);
    }

    /// <summary>Puts everything behind a time 100 days ahead.</summary>
    private static Task<bool> ShiftAsync(FleetStore store, DateTimeOffset behind) => store.Database.WriteAsync(
        async session =>
        {
            foreach (var (table, column) in Times)
            {
                await session.RunTextAsync(string.Create(
                    CultureInfo.InvariantCulture, $"UPDATE {table} SET {column} = {column} + {100L * 86_400_000} WHERE {column} > {behind.ToUnixTimeMilliseconds()}"));
            }

            return true;
        },
        Cancel);
}
