using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

public sealed class HistoryTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_machine_shows_its_states_beside_its_moves_and_what_its_guest_measured(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20);
        var away = vcenter.Moved((3, 0)).With(3, machine => machine with { MovedAt = At.AddMinutes(40) });
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), away), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), away), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(3), vcenter), cancel: Cancel);
        await store.SaveAsync(SampleGuest.Check("vm00003", SampleFleet.Uuid(3), At.AddMinutes(10), ClockState.Healthy), cancel: Cancel);
        await store.SaveAsync(SampleGuest.Check("vm00003", SampleFleet.Uuid(3), At.AddMinutes(70), ClockState.Slow), cancel: Cancel);

        var machine = Assert.Single(await store.History.FindMachinesAsync("vm00003", Cancel));
        var history = await store.History.ReadAsync(machine, TimeWindow.Everything, Cancel);

        Assert.Equal([(Placement.Home, At), (Placement.Away, At.AddHours(1)), (Placement.Home, At.AddHours(3))], history.States.Select(held => (held.State.Placement, held.Since)));
        Assert.Equal([At.AddHours(1), At.AddHours(3), null], history.States.Select(held => held.Until));
        Assert.Equal(
            [ChangeKind.Moved, ChangeKind.WentAway, ChangeKind.VerdictChanged, ChangeKind.Moved, ChangeKind.CameHome],
            history.Changes.Select(change => change.Kind));
        Assert.Equal((At.AddMinutes(40), true, "host-3", "host-0"), (history.Changes[0].At, history.Changes[0].IsExact, history.Changes[0].FromHostId, history.Changes[0].HostId));
        Assert.Equal([ClockState.Healthy, ClockState.Slow], history.Measurements.Select(measured => measured.State));
        Assert.Equal(4, history.Scans.Count);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_window_shows_the_state_that_held_at_its_beginning(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), vcenter.Moved((3, 0))), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(9), vcenter), cancel: Cancel);

        var machine = Assert.Single(await store.History.FindMachinesAsync(SampleFleet.Uuid(3), Cancel));
        var history = await store.History.ReadAsync(machine, new TimeWindow(At.AddHours(2), At.AddHours(4)), Cancel);

        Assert.Equal(Placement.Away, Assert.Single(history.States).State.Placement);
        Assert.Empty(history.Changes);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_host_shows_what_came_and_what_left(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), vcenter.Moved((3, 0))), cancel: Cancel);

        var left = Assert.Single(await store.History.FindHostsAsync("ESX003.example.org", Cancel));
        var joined = Assert.Single(await store.History.FindHostsAsync("host-0", Cancel));

        Assert.Equal([ChangeKind.Moved], (await store.History.ReadAsync(left, TimeWindow.Everything, Cancel)).Changes.Select(change => change.Kind));
        Assert.Equal([ChangeKind.Moved, ChangeKind.WentAway], (await store.History.ReadAsync(joined, TimeWindow.Everything, Cancel)).Changes.Select(change => change.Kind));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_cluster_shows_its_machines_and_what_changed(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), vcenter.Moved((3, 0))), cancel: Cancel);

        var cluster = Assert.Single(await store.History.FindClustersAsync("Cluster-00", Cancel));
        var history = await store.History.ReadAsync(cluster, TimeWindow.Everything, Cancel);

        Assert.Equal(21, history.States.Count);
        Assert.Equal([ChangeKind.Moved, ChangeKind.WentAway], history.Changes.Select(change => change.Kind));
        Assert.Equal([0, 1], history.Scans.Select(scan => scan.Away));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_home_whose_event_is_gone_is_remembered(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancel: Cancel);
        var forgotten = vcenter.Moved((3, 0)).With(3, SampleFleet.Forgotten);

        var homes = await store.History.ReadHomesAsync(At.AddDays(20), Cancel);
        var filled = new HomeMemory(new FrequencyRules(new PartsPerMillion(250)), homes).Fill(forgotten, eventsMissing: null, At.AddDays(20));

        Assert.Equal((Placement.Away, HomeSource.History, "esx003.example.org"), (filled.VirtualMachines[3].Placement, filled.VirtualMachines[3].HomeSource, filled.VirtualMachines[3].HomeHost));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task The_home_of_a_machine_that_came_from_another_vCenter_is_found_by_its_UUID(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancel: Cancel);
        var moved = (vcenter with { Server = "vc2.example.org", InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000002" })
            .With(3, machine => SampleFleet.Forgotten(machine) with { Id = "vm-777" });

        var homes = await store.History.ReadHomesAsync(At.AddDays(2), Cancel);
        var filled = new HomeMemory(new FrequencyRules(new PartsPerMillion(250)), homes).Fill(moved, eventsMissing: null, At.AddDays(2));

        Assert.Equal(HomeSource.History, filled.VirtualMachines[3].HomeSource);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task What_watch_records_is_in_the_history_of_its_guest(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var check = SampleGuest.Check("db01", uuid: null, At, ClockState.Slow);
        var measured = GuestMeasurement.From(check) with { Source = MeasurementSource.Watch };
        var before = measured with { At = At.AddHours(-1), State = ClockState.Healthy, Cause = ClockCause.None };

        Assert.Empty(await store.RecordAsync(check.Machine.Name, check.Machine.SmbiosUuid, [before], [], options: null, Cancel));
        var changes = await store.RecordAsync(check.Machine.Name, check.Machine.SmbiosUuid, [measured], [], options: null, Cancel);
        Assert.Empty(await store.RecordAsync(check.Machine.Name, check.Machine.SmbiosUuid, [measured], [], options: null, Cancel));

        var guest = Assert.Single(await store.History.FindGuestsAsync("DB01", Cancel));
        var history = await store.History.ReadAsync(guest, TimeWindow.Everything, Cancel);
        Assert.Equal([before, measured], history.Measurements);
        Assert.Equal(["slow"], changes.Select(change => change.Later));
        Assert.Equal(changes, history.Changes);
    }
}
