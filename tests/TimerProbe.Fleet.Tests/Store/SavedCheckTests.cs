namespace TimerProbe.Fleet.Tests.Store;

/// <summary>The newest check of each guest, as the next scan joins it.</summary>
public sealed class SavedCheckTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task The_newest_of_each_guest_is_read_and_after_a_run_only_what_came_since(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var slow = SampleGuest.Check("vm00001", SampleFleet.Uuid(1), At.AddHours(-1), ClockState.Slow);
        var hypervisor = slow.Machine.Hypervisor with { VirtualTscHz = new Frequency(2_394_000_000) };
        slow = slow with { Machine = slow.Machine with { Hypervisor = hypervisor } };
        await store.SaveAsync(slow, cancellationToken: Cancel);
        await store.SaveAsync(SampleGuest.Check("vm00001", SampleFleet.Uuid(1), At.AddHours(-2), ClockState.Healthy), cancellationToken: Cancel);
        var last = await store.Runs.LastNumberAsync(Cancel);
        await store.SaveAsync(SampleGuest.Check("named", uuid: null, At.AddHours(-3), ClockState.Healthy), cancellationToken: Cancel);

        // What a scan joined is no check that was saved.
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3).Measured(At.AddMinutes(-1))), cancellationToken: Cancel);

        var all = await ReadAsync(store, afterRun: 0);
        Assert.Equal([("vm00001", ClockState.Slow), ("named", ClockState.Healthy)], all.Select(check => (check.Result.Name, check.Result.Measured.State)));
        Assert.Equal(
            (slow.Id, GuestIdentity.Canonical(SampleFleet.Uuid(1)), At.AddHours(-1), ClockCause.TscTrapped, new Duration(1180.2),
                new Frequency(2_394_000_000), GuestSource.Store),
            (all[0].Result.Measured.DocumentId, all[0].Result.SmbiosUuid, all[0].Result.MeasuredAt, all[0].Result.Measured.Cause,
                all[0].Result.Measured.PreciseTimeNs, all[0].Result.Measured.VirtualTscHz, all[0].Result.Measured.Source));
        Assert.Equal("named", Assert.Single(await ReadAsync(store, last)).Result.Name);
        Assert.Empty(await ReadAsync(store, await store.Runs.LastNumberAsync(Cancel)));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_verdict_that_was_saved_is_no_change_again_once_a_scan_joins_it(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancellationToken: Cancel);
        var check = SampleGuest.Check("vm00001", SampleFleet.Uuid(1), At.AddMinutes(5), ClockState.Slow);
        Assert.Equal("turnedSlow", Assert.Single(AlertsOf(await store.SaveAsync(check, cancellationToken: Cancel))));

        foreach (var source in new[] { GuestSource.Store, GuestSource.Published })
        {
            var joined = SampleFleet.VCenter(3).With(1, machine => machine with
            {
                Guest = new JoinedGuest(
                    check.Id, ClockState.Slow, ClockCause.TscTrapped, "uuid")
                { MeasuredAt = check.StartedAt, Source = source },
            });
            Assert.Empty(AlertsOf(
                await store.SaveAsync(SampleFleet.Scan(At.AddHours(1 + (int)source), joined), cancellationToken: Cancel)));
        }
    }

    private static IEnumerable<string> AlertsOf(SavedRun run) =>
        AlertMaking.Create(run, new AlertRules { Channels = ["mail"] }).Select(alert => alert.Kind);

    private static async Task<IReadOnlyList<(long Guest, GuestResult Result)>> ReadAsync(FleetStore store, long afterRun) =>
        await store.History.ReadChecksAsync(afterRun, (await store.ReadClockAsync(Cancel)).Store, Cancel);
}
