namespace TimerProbe.Fleet.Tests.Store;

public sealed class HistoryTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_machine_shows_its_states_beside_its_moves_and_what_its_guest_measured(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        var away = vcenter.Moved((3, 0)).With(3, machine => machine with { MovedAt = At.AddMinutes(40) });
        await store.ScannedAsync((0, vcenter), (1, away), (2, away), (3, vcenter));
        await store.SaveAsync(SampleGuest.Check("vm00003", SampleFleet.Uuid(3), At.AddMinutes(10), ClockState.Healthy), cancellationToken: Cancel);
        await store.SaveAsync(SampleGuest.Check("vm00003", SampleFleet.Uuid(3), At.AddMinutes(70), ClockState.Slow), cancellationToken: Cancel);

        var machine = Assert.Single(await store.History.FindMachinesAsync("vm00003", Cancel));
        var history = await store.History.ReadAsync(machine, TimeWindow.Everything, Cancel);

        Assert.Equal([(Placement.Home, At), (Placement.Away, At.AddHours(1)), (Placement.Home, At.AddHours(3))],
            history.MachineStates.Select(held => (held.Placement, held.Since)));
        Assert.Equal([At.AddHours(1), At.AddHours(3), null], history.MachineStates.Select(held => held.Until));
        Assert.Equal(
            ["moved", "wentAway", "verdictChanged", "moved", "cameHome"],
            history.Changes.Select(change => change.Kind));
        Assert.Equal((At.AddMinutes(40), true, "esx003.example.org", "esx000.example.org"),
            (history.Changes[0].At, history.Changes[0].IsExact, history.Changes[0].Earlier, history.Changes[0].Later));
        Assert.Equal([ClockState.Healthy, ClockState.Slow], history.Measurements.Select(measured => measured.State));
        Assert.Equal(4, history.Scans.Count);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_window_shows_the_state_that_held_at_its_beginning(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.ScannedAsync((0, vcenter), (1, vcenter.Moved((3, 0))), (9, vcenter));

        var machine = Assert.Single(await store.History.FindMachinesAsync(SampleFleet.Uuid(3), Cancel));
        var history = await store.History.ReadAsync(machine, new TimeWindow(At.AddHours(2), At.AddHours(4)), Cancel);

        Assert.Equal(Placement.Away, Assert.Single(history.MachineStates).Placement);
        Assert.Empty(history.Changes);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_host_shows_what_came_and_what_left(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.ScannedAsync((0, vcenter), (1, vcenter.Moved((3, 0))));

        var left = Assert.Single(await store.History.FindHostsAsync("ESX003.example.org", Cancel));
        var joined = Assert.Single(await store.History.FindHostsAsync("host-0", Cancel));

        Assert.Equal(["moved"], (await store.History.ReadAsync(left, TimeWindow.Everything, Cancel)).Changes.Select(change => change.Kind));
        Assert.Equal(["moved", "wentAway"], (await store.History.ReadAsync(joined, TimeWindow.Everything, Cancel)).Changes.Select(change => change.Kind));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_cluster_shows_its_machines_and_what_changed(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.ScannedAsync((0, vcenter), (1, vcenter.Moved((3, 0))));

        var cluster = Assert.Single(await store.History.FindClustersAsync("Cluster-00", Cancel));
        var history = await store.History.ReadAsync(cluster, TimeWindow.Everything, Cancel);

        Assert.Equal(21, history.MachineStates.Count);
        Assert.Equal(["moved", "wentAway"], history.Changes.Select(change => change.Kind));
        Assert.Equal([0, 1], history.Scans.Select(scan => scan.Away));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_said_so_is_kept_with_its_time_over_scans_that_only_remember_it_and_the_state_stays_one(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var rules = new FrequencyRules(new PartsPerMillion(250));
        var vcenter = SampleFleet.VCenter(machines: 20).With(3, machine => machine with
        {
            HomeSource = HomeSource.Statistics,
            HomeCertainty = HomeCertainty.Inferred,
            HomeEvidence = [new(HomeSource.Statistics, machine.HomeHz!.Value, machine.HomeHz.Value, machine.HomeSince, EvidenceCertainty.Inferred,
                "12 samples meet at one frequency") { Host = machine.HomeHost }],
        });
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancellationToken: Cancel);
        var forgotten = vcenter.With(3, machine => SampleFleet.Forgotten(machine) with { HomeEvidence = null });
        var says = new List<string>();
        foreach (var day in (int[])[1, 2, 9])
        {
            var homes = await store.History.ReadHomesAsync(At.AddDays(day), Cancel);
            var filled = new HomeMemory(rules, homes).Fill(forgotten, eventsMissing: null, At.AddDays(day));
            Assert.Equal((HomeSource.History, HomeSource.Statistics), (filled.VirtualMachines[3].HomeSource, filled.VirtualMachines[3].HomeKnownBy));
            says.Add(filled.VirtualMachines[3].HomeEvidence![0].Says);
            await store.SaveAsync(SampleFleet.Scan(At.AddDays(day), filled), cancellationToken: Cancel);
        }

        Assert.Equal($"12 samples meet at one frequency (read by the scan of {At:yyyy-MM-dd HH:mm} UTC)", Assert.Single(says.Distinct()));
        var subject = Assert.Single(await store.History.FindMachinesAsync(vcenter.VirtualMachines[3].Name, Cancel));
        Assert.Single((await store.History.ReadAsync(subject, TimeWindow.Everything, Cancel)).MachineStates);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_run_of_a_host_is_known_until_the_last_scan_that_saw_it_and_not_until_one_that_saw_the_next(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        var (boot, again) = (vcenter.Hosts[0].BootTime!.Value, At.AddDays(20));
        var restarted = vcenter with { Hosts = [vcenter.Hosts[0] with { BootTime = again }, .. vcenter.Hosts.Skip(1)] };
        await store.ScannedAsync((0, vcenter), (7 * 24, vcenter), (28 * 24, restarted), (30 * 24, restarted));

        var records = (await store.History.ReadHomesAsync(At.AddDays(31), Cancel)).FindHost(vcenter, vcenter.Hosts[0].Id);

        Assert.Equal([(boot, At.AddDays(7)), (again, At.AddDays(30))], records.Select(record => (record.BootTime, record.SeenUntil))
            .Order());
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task The_home_of_a_machine_that_came_from_another_vCenter_is_found_by_its_UUID(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancellationToken: Cancel);
        var moved = (vcenter.Moved((3, 0)) with { Server = "vc2.example.org", InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000002" })
            .With(3, machine => SampleFleet.Forgotten(machine) with { Id = "vm-777" });

        var homes = await store.History.ReadHomesAsync(At.AddDays(2), Cancel);
        var filled = new HomeMemory(new FrequencyRules(new PartsPerMillion(250)), homes).Fill(moved, eventsMissing: null, At.AddDays(2));

        Assert.Equal((Placement.Away, HomeSource.History, "esx003.example.org"),
            (filled.VirtualMachines[3].Placement, filled.VirtualMachines[3].HomeSource, filled.VirtualMachines[3].HomeHost));
    }
}
