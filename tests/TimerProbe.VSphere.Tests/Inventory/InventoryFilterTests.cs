namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class InventoryFilterTests : StubServerTest
{
    [Fact]
    public async Task Filters_that_leave_nothing_are_told_even_if_each_matches_something()
    {
        new StubFleet(Server).WithCluster(machines: 1).Add("ClusterComputeResource", "domain-c2", "empty", "Folder", "group-h1");
        var reading = await ReadInventoryAsync(new ScanScope { Clusters = ["empty"] });
        Assert.Equal(["the filters leave no virtual machine"], reading.VCenter.Problems);
    }

    [Fact]
    public async Task With_a_filter_only_what_is_left_is_read_in_full_and_events_begin_at_its_oldest_boot()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 5);
        fleet["vm-2"].Value("runtime.bootTime", "xsd:dateTime", "2026-11-05T00:00:00Z");
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddDays(-9), "vm-2", "host-1");
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddSeconds(-100), "vm-1", "host-2");
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddDays(4), "vm-2", "host-2");
        fleet.Events.Add("VmMigratedEvent", Boot.AddDays(5), "vm-3", "host-2");
        var reading = await ReadInventoryAsync(new ScanScope { Names = ["vm 1", "VM 2"] });
        Assert.Equal(["VM 1", "VM 2"], reading.VCenter.VirtualMachines.Select(machine => machine.Name));
        var dear = Assert.Single(Server.Requests, request => request.Texts("pathSet").Contains("config.extraConfig"));
        Assert.Equal(["vm-1", "vm-2"], dear.Texts("obj"));
        Assert.Equal("2026-10-31T23:58:00.000Z", Server.Requests.First(request => request.Method == "CreateCollectorForEvents").Text("beginTime"));
        Assert.Equal(["vm-1", "vm-2"], reading.Events.Keys.Order());
        Assert.Equal(Boot.AddDays(4), Assert.Single(reading.Events["vm-2"]).At);
    }

    [Fact]
    public async Task A_machine_in_a_vapp_is_below_the_vapp_s_folder()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 1);
        fleet.Add("VirtualApp", "resgroup-v7", "shop").Reference("parentFolder", "Folder", "group-v2");
        fleet["vm-1"].Unset("parent").Reference("parentVApp", "VirtualApp", "resgroup-v7");
        var reading = await ReadInventoryAsync(new ScanScope { Folders = ["databases"] });
        Assert.Equal("databases/shop", Assert.Single(reading.VCenter.VirtualMachines).Folder);
    }

    [Fact]
    public async Task A_machine_whose_folder_is_not_seen_is_left_out_by_a_folder_filter_and_told()
    {
        new StubFleet(Server).WithCluster(machines: 2)["vm-2"].Reference("parent", "Folder", "group-v99");
        var reading = await ReadInventoryAsync(new ScanScope { Folders = ["databases"] });
        Assert.Equal("VM 1", Assert.Single(reading.VCenter.VirtualMachines).Name);
        Assert.Equal(["1 virtual machine left out by a filter, because the folders above could not be read: VM 2"], reading.VCenter.Problems);
        Assert.Null((await ReadInventoryAsync()).VCenter.VirtualMachines[1].Folder);
    }
}
