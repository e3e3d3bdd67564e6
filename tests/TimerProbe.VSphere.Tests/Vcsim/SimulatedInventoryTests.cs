namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>The whole reading of an inventory whose every machine says what is expected of it.</summary>
public sealed class SimulatedInventoryTests
{
    [Fact]
    public async Task Every_machine_is_read_as_its_label_says()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter);
        var labels = vcenter.Labels;
        var listed = labels.Where(label => label.Placement != "template").ToDictionary(label => label.Id);
        Assert.Equal(listed.Keys.Order(), reading.VCenter.VirtualMachines.Select(machine => machine.Id).Order());
        Assert.Equal(labels.Count - listed.Count, reading.VCenter.Templates);
        Assert.All(reading.VCenter.VirtualMachines, machine =>
        {
            var label = listed[machine.Id];
            Assert.Equal(label.Name, machine.Name);
            Assert.Equal(label.Host, machine.Host);
            Assert.Equal(label.Cluster, machine.Cluster ?? "");
            Assert.NotNull(machine.HostHz);
            Assert.Equal(label.Placement == "off" ? Placement.Off : Placement.Unknown, machine.Placement);
            if (machine.Name != "unknown-inaccessible")
            {
                Assert.Equal(label.Uuid, machine.Uuid);
                Assert.NotNull(machine.InstanceUuid);
                Assert.NotNull(machine.ProcessorCount);
                Assert.NotNull(machine.Settings.HardwareVersion);
            }
        });
    }

    [Fact]
    public async Task Every_home_that_is_known_has_its_power_on_event()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter);
        var hosts = reading.VCenter.Hosts.ToDictionary(host => host.Name, host => host.Id);
        Assert.All(vcenter.Labels.Where(label => label.HomeHost is not null), label => Assert.Contains(
            reading.Events[label.Id],
            happened => happened.Kind is MachineEventKind.PoweredOn or MachineEventKind.Restarted && happened.Host == hosts[label.HomeHost!]));
        Assert.Equal(
            [MachineEventKind.PoweredOn, MachineEventKind.Reverted],
            reading.Events[Find(reading, "unknown-snapshot-reverted").Id].OrderBy(happened => happened.At).Select(happened => happened.Kind));
        Assert.Equal(
            [MachineEventKind.PoweredOn, MachineEventKind.Suspended, MachineEventKind.Resumed],
            reading.Events[Find(reading, "away-resumed-elsewhere").Id].OrderBy(happened => happened.At).Select(happened => happened.Kind));
        Assert.Null(reading.EventsMissing);
    }

    [Fact]
    public async Task Hosts_and_clusters_are_whole()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var vc = (await ReadAsync(vcenter)).VCenter;
        Assert.Equal((vcenter.Server.ToString(), "7.0.3", true, true), (vc.Server, vc.Version, vc.IsVirtualCenter, vc.CertificateVerified));
        Assert.Equal(15, vc.Hosts.Count);
        Assert.Equal(
            [("mixed-models", "dc-south", "off"), ("prod", "dc-north", "fullyAutomated"), ("uniform", "dc-north", "manual")],
            vc.Clusters.Select(cluster => (cluster.Name, cluster.Datacenter, cluster.Drs)));
        var first = vc.Hosts[0];
        Assert.Equal(("esx01.lab.example", "prod", "dc-north", 2_394_000_000), (first.Name, first.Cluster, first.Datacenter, first.Hz?.Hertz));
        Assert.Equal(("Intel(R) Xeon(R) CPU E5-2630 v3 @ 2.40GHz", "ProLiant DL380 Gen9", "21930508"), (first.CpuModel, first.HardwareModel, first.Build));
        Assert.Equal(("High Performance", "intel-skylake", "connected", false), (first.PowerPolicy, first.EvcMode, first.ConnectionState, first.InMaintenanceMode));
        Assert.Equal((95_760_000_000, 0), (first.CpuCapacityHz?.Hertz, first.CpuUsageHz?.Hertz));
        Assert.Equal("disconnected", Host("esx07").ConnectionState);
        Assert.Equal("false", Host("esx23").KernelOptions["VMkernel.Boot.timerForceTSC"]);
        Assert.Equal((null, null, "dc-south"), (Host("esx31").Cluster, Host("esx31").ClusterId, Host("esx31").Datacenter));

        HostFacts Host(string name) => vc.Hosts.Single(host => host.Name.StartsWith(name, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Settings_and_rules_of_machines_are_understood()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter);
        var (usual, pinned) = (Find(reading, "home-powered-on"), Find(reading, "settings-virtual-rdtsc-false-pinned"));
        Assert.False(Find(reading, "settings-virtual-rdtsc-false-odd-case").Settings.VirtualRdtsc);
        Assert.True(Find(reading, "settings-reboot-power-cycle").Settings.RebootPowerCycle);
        Assert.Equal("2593905000", Find(reading, "settings-time-tracker-hz").Settings.Other["timeTracker.apparentHz"]);
        Assert.Equal(("vmx-08", "high", 1000), (
            Find(reading, "settings-old-hardware-windows").Settings.HardwareVersion, Find(reading, "settings-latency-high").Settings.LatencySensitivity,
            Find(reading, "pressure-starved-by-limit").Settings.CpuLimitMhz));
        Assert.Equal((null, "normal", null), (usual.Settings.VirtualRdtsc, usual.Settings.LatencySensitivity, usual.Settings.CpuLimitMhz));
        Assert.Equal(["esx04.lab.example", "esx05.lab.example", "esx06-maintenance.lab.example"], pinned.BoundTo);
        Assert.Equal(["esx05.lab.example"], Find(reading, "settings-virtual-rdtsc-false-on-one-host").MustRunOn);
        Assert.Equal(
            ("manual", "fullyAutomated", "manual", "off"),
            (Find(reading, "settings-virtual-rdtsc-false-drs-manual").Drs, pinned.Drs, Find(reading, "home-uniform-moved").Drs, Find(reading, "home-standalone").Drs));
        Assert.Equal(
            [FaultToleranceRole.Primary, FaultToleranceRole.Secondary],
            reading.VCenter.VirtualMachines.Where(machine => machine.Name == "away-ft-failed-over").Select(machine => machine.FaultTolerance).Order());
        Assert.Equal(("databases/sql servers", "hostile / names", ""), (Find(reading, "sql-on-balanced-host").Folder, Find(reading, "+1+1").Folder, usual.Folder));
        Assert.NotNull(Find(reading, "home-boot-time-in-summary-only").BootTime);
        Assert.Equal("sql01.lab.example", Find(reading, "uuid-as-the-guest-sees-it").GuestHostName);
    }

    [Fact]
    public async Task Performance_is_read_of_running_machines_when_asked_for()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter, new InventoryOptions { Performance = true });
        var starved = Find(reading, "pressure-starved-by-ready-time").Pressure!;
        Assert.Equal((22, 95), (Math.Round(starved.ReadyPercent!.Value, 1), Math.Round(starved.UsagePercent!.Value, 1)));
        Assert.Equal(15, Math.Round(Find(reading, "pressure-starved-by-costop").Pressure!.CoStopPercent!.Value, 1));
        Assert.Equal(28, Math.Round(Find(reading, "pressure-starved-by-limit").Pressure!.LimitedPercent!.Value, 1));
        Assert.Equal(0.2, Math.Round(Find(reading, "home-powered-on").Pressure!.ReadyPercent!.Value, 1));
        Assert.Null(Find(reading, "off-suspended").Pressure);
        Assert.All((await ReadAsync(vcenter)).VCenter.VirtualMachines, machine => Assert.Null(machine.Pressure));
    }

    [Fact]
    public async Task Filters_narrow_machines_hosts_and_events_and_keep_foreign_hosts_at_hand()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Datacenters = ["DC-NORTH"], Clusters = ["uni*"] }));
        Assert.Equal(["uniform"], reading.VCenter.Clusters.Select(cluster => cluster.Name));
        Assert.Equal(["esx11.lab.example", "esx12.lab.example", "esx13.lab.example"], reading.VCenter.Hosts.Select(host => host.Name));
        Assert.Equal(12, reading.HostsElsewhere.Count);
        Assert.All(reading.VCenter.VirtualMachines, machine => Assert.Equal("uniform", machine.Cluster));
        Assert.Equal(vcenter.Labels.Count(label => label.Cluster == "uniform"), reading.VCenter.VirtualMachines.Count);
        Assert.Empty(reading.Events.Keys.Except(reading.VCenter.VirtualMachines.Select(machine => machine.Id)));
        var moved = Find(reading, "away-moved-between-clusters");
        Assert.Contains(reading.HostsElsewhere,
            host => host.Id == reading.Events[moved.Id].Single(happened => happened.Kind == MachineEventKind.PoweredOn).Host);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
    }

    [Theory]
    [InlineData("databases")]
    [InlineData("/databases/sql servers")]
    [InlineData("SQL*")]
    public async Task A_folder_is_found_by_name_path_or_glob_with_all_below(string folder)
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Folders = [folder] }));
        Assert.Equal(["sql-on-balanced-host", "twin"], reading.VCenter.VirtualMachines.Select(machine => machine.Name));
        Assert.Equal(15, reading.VCenter.Hosts.Count);
        Assert.Empty(reading.VCenter.Problems);
    }

    [Fact]
    public async Task A_name_is_matched_as_people_read_it()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Names = ["slash / backslash \\ percent % typed %2F", "templ*"] }));
        Assert.Equal("slash / backslash \\ percent % typed %2f", Assert.Single(reading.VCenter.VirtualMachines).Name);
        Assert.Equal(1, reading.VCenter.Templates);
    }

    [Fact]
    public async Task A_filter_that_nothing_matches_is_told()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Clusters = ["prd*", "uniform"], Names = ["nobody"] }));
        Assert.Empty(reading.VCenter.VirtualMachines);
        Assert.Equal(ReadStatus.Partial, reading.VCenter.Status);
        Assert.Equal(
            ["no cluster matches 'prd*'; there are: mixed-models, prod, uniform", "no virtual machine matches 'nobody'", "the filters leave no virtual machine"],
            reading.VCenter.Problems);
    }

    [Fact]
    public async Task Requests_grow_with_pages_and_not_with_machines()
    {
        using var few = await SimulatedVCenter.StartAsync();
        var fewSteps = (await ReadAsync(few)).Steps.ToDictionary(step => step.Name, step => step.Requests);
        using var many = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "10000", "--hosts", "320");
        var reading = await ReadAsync(many);
        var manySteps = reading.Steps.ToDictionary(step => step.Name, step => step.Requests);
        Assert.Equal(10_000, reading.VCenter.VirtualMachines.Count);
        Assert.Equal(["clusters", "events", "folders", "hosts", "virtualMachines"], manySteps.Keys.Order());
        Assert.Equal((fewSteps["folders"], fewSteps["clusters"]), (manySteps["folders"], manySteps["clusters"]));
        // One page of 1,000 more for each 1,000 of machines, one of 250 for each 250 of hosts; and whether keys are answered, once.
        Assert.Equal(fewSteps["virtualMachines"] + 2 + 9, manySteps["virtualMachines"]);
        Assert.Equal(fewSteps["hosts"] + 1, manySteps["hosts"]);
        Assert.InRange(manySteps["events"] - fewSteps["events"], 10, 30);
        // With those of the login.
        Assert.InRange(manySteps.Values.Sum() + 2, 40, 64);
    }

    private static InventoryOptions Scope(ScanScope scope) => new() { Scope = scope };

    private static VirtualMachineFacts Find(InventoryReading reading, string name) => reading.VCenter.VirtualMachines.Single(machine => machine.Name == name);

    private static async Task<InventoryReading> ReadAsync(SimulatedVCenter vcenter, InventoryOptions? options = null)
    {
        await using var session = await vcenter.ConnectAsync();
        return await new InventoryReader(session, options ?? new InventoryOptions()).ReadAsync(Cancel);
    }
}
