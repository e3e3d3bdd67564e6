using System.Collections.Concurrent;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.VSphere.Inventory;
using TimerProbe.VSphere.Tests.Stub;

namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class InventoryReaderTests
{
    private static readonly DateTimeOffset Boot = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_whole_inventory_is_complete_and_its_steps_are_counted()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 3);
        await using var session = await server.ConnectAsync();
        var told = new ConcurrentQueue<InventoryProgress>();
        var reading = await new InventoryReader(session, new InventoryOptions(), new Told(told)).ReadAsync(Cancel);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
        Assert.Empty(reading.VCenter.Problems);
        Assert.Equal(["VM 1", "VM 2", "VM 3"], reading.VCenter.VirtualMachines.Select(machine => machine.Name));
        var first = reading.VCenter.VirtualMachines[0];
        Assert.Equal(("dc", "databases", "prod", "domain-c1"), (first.Datacenter, first.Folder, first.Cluster, first.ClusterId));
        Assert.Equal(("esx01", "host-1", 2_394_000_000), (first.Host, first.HostId, first.HostHz?.Hertz));
        Assert.Equal(["clusters", "events", "folders", "hosts", "virtualMachines"], reading.Steps.Select(step => step.Name).Order());
        Assert.All(reading.Steps, step => Assert.Equal(server.Address.ToString(), step.Server));
        // Content and login are no step.
        Assert.Equal(session.Total.Requests - 2, reading.Steps.Sum(step => step.Requests));
        Assert.Contains(new InventoryProgress("virtualMachines", 3), told);
        Assert.InRange(server.MostInFlight, 1, session.Options.Concurrency);
    }

    [Fact]
    public async Task What_the_account_may_not_see_is_said_once_for_each_reason()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 9);
        foreach (var id in Enumerable.Range(1, 7))
        {
            fleet[$"vm-{id}"].Forbid("config.extraConfig", "System.Read").Forbid("config.uuid", "System.Read");
        }

        fleet["vm-9"].Forbid("name", "System.View");
        fleet["host-2"].Forbid("hardware.cpuInfo.hz", "System.Read");
        var vc = (await ReadAsync(server)).VCenter;
        Assert.Equal(ReadStatus.Partial, vc.Status);
        Assert.Equal(
            [
                "1 host could not be read in full: no permission (System.Read) on hardware.cpuInfo.hz: esx02",
                "7 virtual machines could not be read in full: no permission (System.Read) on config.extraConfig, config.uuid: VM 1, VM 2, VM 3, VM 4, VM 5 and 2 more",
                "1 virtual machine could not be read in full: no permission (System.View) on name: vm-9",
            ],
            vc.Problems);
        Assert.Equal(9, vc.VirtualMachines.Count);
        Assert.Equal("vm-9", vc.VirtualMachines.Single(machine => machine.Id == "vm-9").Name);
        Assert.Null(vc.Hosts.Single(host => host.Name == "esx02").Hz);
    }

    [Fact]
    public async Task A_host_without_a_frequency_is_said()
    {
        await using var server = await StubServer.StartAsync();
        new StubFleet(server).WithCluster(machines: 1)["host-2"].Unset("hardware.cpuInfo.hz");
        Assert.Equal(["1 host did not tell a frequency (hardware.cpuInfo.hz): esx02"], (await ReadAsync(server)).VCenter.Problems);
    }

    [Theory]
    [InlineData("config.latencySensitivity.level", null)]
    [InlineData("config.option", null)]
    [InlineData("config.extraConfig", "this server does not know config.extraConfig of a virtual machine")]
    [InlineData("hardware.cpuInfo.hz", "this server does not know hardware.cpuInfo.hz: no frequencies can be compared")]
    public async Task A_path_that_the_server_does_not_know_is_a_problem_only_where_it_matters(string path, string? problem)
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 2);
        fleet.UnknownPaths.Add(path);
        var vc = (await ReadAsync(server)).VCenter;
        Assert.Equal(2, vc.VirtualMachines.Count);
        Assert.Equal(problem is not null, vc.Problems.Contains(problem));
        Assert.Equal(problem is null ? ReadStatus.Complete : ReadStatus.Partial, vc.Status);
    }

    [Theory]
    [InlineData("6.7.3", false)]
    [InlineData("8.0.0.1", true)]
    public async Task Newer_paths_are_asked_for_by_version(string apiVersion, bool isAsked)
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 1);
        server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(apiVersion)));
        await ReadAsync(server);
        Assert.Equal(isAsked, server.Requests.Any(request => request.Texts("pathSet").Contains("config.rebootPowerOff")));
    }

    [Fact]
    public async Task Without_the_privilege_for_events_everything_else_is_read()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 2);
        server.On("CreateCollectorForEvents", _ => StubAnswer.Fault("NoPermission", members: "<object type=\"EventManager\">EventManager</object><privilegeId>System.View</privilegeId>"));
        var reading = await ReadAsync(server);
        Assert.Equal("the account lacks the privilege System.View", reading.EventsMissing);
        Assert.Empty(reading.Events);
        Assert.Equal(ReadStatus.Partial, reading.VCenter.Status);
        Assert.StartsWith("events could not be read, so no home is known from them: ", Assert.Single(reading.VCenter.Problems), StringComparison.Ordinal);
        Assert.Equal(2, reading.VCenter.VirtualMachines.Count);
    }

    [Fact]
    public async Task Half_a_history_is_no_history()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 1);
        for (var i = 0; i < 1_500; i++)
        {
            fleet.Events.Add("VmMigratedEvent", Boot.AddMinutes(i), "vm-1", "host-2");
        }

        server.First("ReadNextEvents", StubAnswer.Xml("""<returnval xsi:type="VmPoweredOnEvent"><key>1</key><createdTime>2026-11-01T00:00:00Z</createdTime><vm><vm type="VirtualMachine">vm-1</vm></vm></returnval>"""), StubAnswer.Fault("SystemError", "database is down"));
        var reading = await ReadAsync(server);
        Assert.Empty(reading.Events);
        Assert.EndsWith("database is down (SystemError)", reading.EventsMissing, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_inventory_that_the_server_cuts_short_is_used_and_said_to_be_cut()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 1_500).Served(1_200);
        var vc = (await ReadAsync(server)).VCenter;
        Assert.Equal(1_200, vc.VirtualMachines.Count);
        Assert.Equal(ReadStatus.Partial, vc.Status);
        Assert.Contains("left out 300 of 1500 objects of type VirtualMachine", Assert.Single(vc.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_session_lost_in_the_middle_is_made_again_and_nothing_comes_twice()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 250);
        fleet.PageAtMost = 100;
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-1", "host-1");
        await using var session = await server.ConnectAsync();
        var reading = await new InventoryReader(session, new InventoryOptions(), new OnStep("hosts", server.ExpireSessions)).ReadAsync(Cancel);
        Assert.Equal(250, reading.VCenter.VirtualMachines.Count);
        Assert.Equal(2, reading.VCenter.Hosts.Count);
        Assert.Single(reading.Events["vm-1"]);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
        Assert.InRange(session.Relogins, 1, 2);
    }

    [Fact]
    public async Task Machines_that_cannot_be_read_at_all_end_the_reading_and_leave_nothing_running()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 1);
        var usual = server.Answer("CreateContainerView");
        server.On("CreateContainerView", request => request.Text("type") == "VirtualMachine" ? StubAnswer.Fault("SystemError", "out of memory") : usual(request));
        server.On("ReadNextEvents", _ => StubAnswer.Never());
        await using var session = await server.ConnectAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel));
        Assert.Contains("out of memory", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_failure_is_thrown_and_not_what_it_cancelled()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 1);
        var usual = server.Answer("CreateContainerView");
        var events = new TaskCompletionSource();
        server.On("CreateContainerView", request => request.Text("type") == "HostSystem" ? StubAnswer.Fault("SystemError", "no hosts").After(events.Task) : usual(request));
        server.On("ReadNextEvents", _ => StubAnswer.Never(() => events.TrySetResult()));
        await using var session = await server.ConnectAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel));
        Assert.Contains("no hosts", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_cluster_that_is_not_seen_is_called_by_its_id()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 1);
        server.On("CreateContainerView", request => request.Text("type") == "ComputeResource"
            ? StubAnswer.Fault("NoPermission", members: "<privilegeId>System.View</privilegeId>")
            : StubAnswer.Xml($"""<returnval type="ContainerView">{request.Text("type")}#{request.Turn}</returnval>"""));
        var vc = (await ReadAsync(server)).VCenter;
        Assert.All(vc.Hosts, host => Assert.Equal(("domain-c1", "domain-c1"), (host.Cluster, host.ClusterId)));
        Assert.StartsWith("clusters could not be read: ", Assert.Single(vc.Problems), StringComparison.Ordinal);
        await Assert.ThrowsAsync<VSphereException>(() => ReadAsync(server, new InventoryOptions { Scope = new ScanScope { Clusters = ["prod"] } }));
    }

    [Fact]
    public async Task Filters_that_leave_nothing_are_told_even_if_each_matches_something()
    {
        await using var server = await StubServer.StartAsync();
        new StubFleet(server).WithCluster(machines: 1).Add("ClusterComputeResource", "domain-c2", "empty", "Folder", "group-h1");
        var reading = await ReadAsync(server, new InventoryOptions { Scope = new ScanScope { Clusters = ["empty"] } });
        Assert.Equal(["the filters leave no virtual machine"], reading.VCenter.Problems);
    }

    [Fact]
    public async Task Cancelling_ends_it()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubFleet(server).WithCluster(machines: 1);
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        server.On("ReadNextEvents", _ => StubAnswer.Never(cancel.Cancel));
        await using var session = await server.ConnectAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new InventoryReader(session, new InventoryOptions()).ReadAsync(cancel.Token));
    }

    [Fact]
    public async Task A_single_host_has_no_cluster_no_rules_and_its_own_short_history()
    {
        await using var server = await StubServer.StartAsync();
        server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(apiType: "HostAgent")));
        var fleet = new StubFleet(server);
        fleet.Add("Datacenter", "ha-datacenter", "ha-datacenter", "Folder", "ha-folder-root");
        fleet.Add("Folder", "ha-folder-vm", "vm", "Datacenter", "ha-datacenter");
        fleet.Add("Folder", "ha-folder-host", "host", "Datacenter", "ha-datacenter");
        fleet.Add("ComputeResource", "ha-compute-res", "esx31", "Folder", "ha-folder-host");
        fleet.AddHost("ha-host", "esx31", "3591345000", "ComputeResource", "ha-compute-res");
        fleet.AddMachine("4", "DB01", "ha-host", "ha-folder-vm");
        fleet.Events.Add("VmPoweredOnEvent", Boot, "4", "ha-host");
        var reading = await ReadAsync(server);
        Assert.False(reading.VCenter.IsVirtualCenter);
        Assert.Empty(reading.VCenter.Clusters);
        Assert.Equal(("esx31", null, "ha-datacenter"), (reading.VCenter.Hosts.Single().Name, reading.VCenter.Hosts.Single().Cluster, reading.VCenter.Hosts.Single().Datacenter));
        var machine = Assert.Single(reading.VCenter.VirtualMachines);
        Assert.Equal(("esx31", null, ""), (machine.Host, machine.Cluster, machine.Folder));
        // A host does not know what the vCenter above it does.
        Assert.Null(machine.Drs);
        Assert.Equal(MachineEventKind.PoweredOn, Assert.Single(reading.Events["4"]).Kind);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
    }

    [Fact]
    public async Task With_a_filter_only_what_is_left_is_read_in_full_and_events_begin_at_its_oldest_boot()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 5);
        fleet["vm-2"].Value("runtime.bootTime", "xsd:dateTime", "2026-11-05T00:00:00Z");
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddDays(-9), "vm-2", "host-1");
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddSeconds(-100), "vm-1", "host-2");
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddDays(4), "vm-2", "host-2");
        fleet.Events.Add("VmMigratedEvent", Boot.AddDays(5), "vm-3", "host-2");
        var reading = await ReadAsync(server, new InventoryOptions { Scope = new ScanScope { Names = ["vm 1", "VM 2"] } });
        Assert.Equal(["VM 1", "VM 2"], reading.VCenter.VirtualMachines.Select(machine => machine.Name));
        var dear = Assert.Single(server.Requests, request => request.Texts("pathSet").Contains("config.extraConfig"));
        Assert.Equal(["vm-1", "vm-2"], dear.Texts("obj"));
        Assert.Equal("2026-10-31T23:58:00.000Z", server.Requests.First(request => request.Method == "CreateCollectorForEvents").Text("beginTime"));
        Assert.Equal(["vm-1", "vm-2"], reading.Events.Keys.Order());
        Assert.Equal(Boot.AddDays(4), Assert.Single(reading.Events["vm-2"]).At);
    }

    [Fact]
    public async Task Events_are_not_asked_for_when_nothing_of_the_filter_runs()
    {
        await using var server = await StubServer.StartAsync();
        new StubFleet(server).WithCluster(machines: 2)["vm-1"].Text("runtime.powerState", "poweredOff");
        var reading = await ReadAsync(server, new InventoryOptions { Scope = new ScanScope { Names = ["VM 1"] } });
        Assert.Equal(Placement.Off, Assert.Single(reading.VCenter.VirtualMachines).Placement);
        Assert.Equal(0, server.Count("CreateCollectorForEvents"));
        Assert.Null(reading.EventsMissing);
    }

    [Fact]
    public async Task A_machine_in_a_vapp_is_below_the_vapp_s_folder()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 1);
        fleet.Add("VirtualApp", "resgroup-v7", "shop").Reference("parentFolder", "Folder", "group-v2");
        fleet["vm-1"].Unset("parent").Reference("parentVApp", "VirtualApp", "resgroup-v7");
        var reading = await ReadAsync(server, new InventoryOptions { Scope = new ScanScope { Folders = ["databases"] } });
        Assert.Equal("databases/shop", Assert.Single(reading.VCenter.VirtualMachines).Folder);
    }

    [Fact]
    public async Task A_revert_is_seen_by_its_own_event_and_tasks_are_looked_through_only_without_one()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 2);
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-1", "host-1");
        fleet.Events.AddTask("VirtualMachine.createSnapshot", Boot.AddDays(1), "vm-1");
        fleet.Events.AddTask("VirtualMachine.revertToSnapshot", Boot.AddDays(2), "vm-1");
        var reading = await ReadAsync(server);
        Assert.Equal([MachineEventKind.PoweredOn, MachineEventKind.Reverted], reading.Events["vm-1"].Select(happened => happened.Kind));
        Assert.Equal(2, server.Count("CreateCollectorForEvents"));

        fleet.Events.Add("com.vmware.vc.vm.VmStateRevertedToSnapshot", Boot.AddDays(2), "vm-1", "host-1");
        reading = await ReadAsync(server);
        Assert.Equal([MachineEventKind.PoweredOn, MachineEventKind.Reverted], reading.Events["vm-1"].Select(happened => happened.Kind));
        Assert.Equal(3, server.Count("CreateCollectorForEvents"));
    }

    [Fact]
    public async Task More_tasks_than_are_looked_through_are_told()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 1);
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-1", "host-1");
        for (var i = 0; i < 20_001; i++)
        {
            fleet.Events.AddTask("VirtualMachine.createSnapshot", Boot.AddSeconds(i), "vm-1");
        }

        Assert.Equal(
            ["there are too many tasks to look for snapshot reverts among those since 2026-11-01 05:33 UTC: a machine reverted since then may be away from home unseen"],
            (await ReadAsync(server)).VCenter.Problems);
    }

    [Fact]
    public async Task Performance_that_is_refused_leaves_the_rest()
    {
        await using var server = await StubServer.StartAsync();
        var fleet = new StubFleet(server).WithCluster(machines: 1);
        fleet.Add("PerformanceManager", "PerfMgr", "").Value("perfCounter", "ArrayOfPerfCounterInfo", """
            <PerfCounterInfo><key>12</key><nameInfo><key>ready</key></nameInfo><groupInfo><key>cpu</key></groupInfo><rollupType>summation</rollupType></PerfCounterInfo>
            """);
        server.On("QueryOptions", _ => StubAnswer.Fault("InvalidName"));
        server.On("QueryPerf", _ => StubAnswer.Fault("NoPermission", members: "<privilegeId>System.Read</privilegeId>"));
        var reading = await ReadAsync(server, new InventoryOptions { Performance = true });
        Assert.StartsWith("performance could not be read: ", Assert.Single(reading.VCenter.Problems), StringComparison.Ordinal);
        Assert.Null(Assert.Single(reading.VCenter.VirtualMachines).Pressure);
    }

    private static async Task<InventoryReading> ReadAsync(StubServer server, InventoryOptions? options = null)
    {
        await using var session = await server.ConnectAsync();
        return await new InventoryReader(session, options ?? new InventoryOptions()).ReadAsync(Cancel);
    }

    private sealed class Told(ConcurrentQueue<InventoryProgress> told) : IProgress<InventoryProgress>
    {
        public void Report(InventoryProgress value) => told.Enqueue(value);
    }

    private sealed class OnStep(string step, Action then) : IProgress<InventoryProgress>
    {
        public void Report(InventoryProgress value)
        {
            if (value.Step == step)
            {
                then();
            }
        }
    }
}
