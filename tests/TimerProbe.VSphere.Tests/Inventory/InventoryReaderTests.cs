namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class InventoryReaderTests : StubServerTest
{
    [Fact]
    public async Task A_whole_inventory_is_complete_and_its_steps_are_counted()
    {
        _ = new StubFleet(Server).WithCluster(machines: 3);
        await using var session = await Server.ConnectAsync();
        var told = new ConcurrentQueue<(string Step, int Count)>();
        var reading = await new InventoryReader(session, new InventoryOptions(), new Told(told)).ReadAsync(Cancel);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
        Assert.Empty(reading.VCenter.Problems);
        Assert.Equal(["VM 1", "VM 2", "VM 3"], reading.VCenter.VirtualMachines.Select(machine => machine.Name));
        var first = reading.VCenter.VirtualMachines[0];
        Assert.Equal(("dc", "databases", "prod", "domain-c1"), (first.Datacenter, first.Folder, first.Cluster, first.ClusterId));
        Assert.Equal(("esx01", "host-1", 2_394_000_000), (first.Host, first.HostId, first.HostHz?.Hertz));
        Assert.Equal(["clusters", "events", "folders", "hosts", "virtualMachines"], reading.Steps.Select(step => step.Name).Order());
        Assert.All(reading.Steps, step => Assert.Equal(Server.Address.ToString(), step.Server));
        // Content and login are no step.
        Assert.Equal(session.Total.Requests - 2, reading.Steps.Sum(step => step.Requests));
        Assert.Contains(("virtualMachines", 3), told);
        Assert.InRange(Server.MostInFlight, 1, session.Options.Concurrency);
    }

    [Fact]
    public async Task A_single_host_has_no_cluster_no_rules_and_its_own_short_history()
    {
        Server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(apiType: "HostAgent")));
        var fleet = new StubFleet(Server);
        fleet.Add("Datacenter", "ha-datacenter", "ha-datacenter", "Folder", "ha-folder-root");
        fleet.Add("Folder", "ha-folder-vm", "vm", "Datacenter", "ha-datacenter");
        fleet.Add("Folder", "ha-folder-host", "host", "Datacenter", "ha-datacenter");
        fleet.Add("ComputeResource", "ha-compute-res", "esx31", "Folder", "ha-folder-host");
        fleet.AddHost("ha-host", "esx31", "3591345000", "ComputeResource", "ha-compute-res");
        fleet.AddMachine("4", "DB01", "ha-host", "ha-folder-vm");
        fleet.Events.Add("VmPoweredOnEvent", Boot, "4", "ha-host");
        var reading = await ReadInventoryAsync();
        Assert.False(reading.VCenter.IsVirtualCenter);
        Assert.Empty(reading.VCenter.Clusters);
        Assert.Equal(("esx31", null, "ha-datacenter"),
            (reading.VCenter.Hosts.Single().Name, reading.VCenter.Hosts.Single().Cluster, reading.VCenter.Hosts.Single().Datacenter));
        var machine = Assert.Single(reading.VCenter.VirtualMachines);
        Assert.Equal(("esx31", null, ""), (machine.Host, machine.Cluster, machine.Folder));
        // A host does not know what the vCenter above it does.
        Assert.Null(machine.Drs);
        Assert.Equal(MachineEventKind.PoweredOn, Assert.Single(reading.Events["4"]).Kind);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
    }

    [Fact]
    public async Task What_can_matter_for_few_machines_is_asked_of_those_only()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 5);
        fleet["vm-2"].Text("runtime.powerState", "poweredOff").Value("config.template", "xsd:boolean", "true").Forbid("config.version", "System.Read");
        fleet["vm-3"].Unset("runtime.bootTime").Value("summary.runtime.bootTime", "xsd:dateTime", "2026-11-02T00:00:00Z");
        fleet["vm-4"].Unset("config.uuid").Text("runtime.connectionState", "inaccessible");
        fleet["vm-5"].Text("runtime.powerState", "poweredOff");
        var reading = (await ReadInventoryAsync()).VCenter;
        Assert.Equal(
            [("vm-1", Boot), ("vm-3", Boot.AddDays(1)), ("vm-4", Boot), ("vm-5", Boot)],
            reading.VirtualMachines.Select(machine => (machine.Id, machine.BootTime!.Value)));
        Assert.Equal(1, reading.Templates);
        Assert.Equal(["1 virtual machine (inaccessible) could not be read in full: VM 4"], reading.Problems);
        Assert.Equal(
            ["vm-2", "vm-3", "vm-4", "vm-5"],
            Server.Requests.Where(request => request.Texts("pathSet").Contains("config.template")).SelectMany(request => request.Texts("obj")).Order());
    }

    [Fact]
    public async Task Machines_stay_when_the_rest_of_them_is_refused()
    {
        new StubFleet(Server).WithCluster(machines: 2)["vm-2"].Text("runtime.powerState", "poweredOff");
        Server.Instead = request => request.Texts("pathSet").Contains("config.template") ? StubAnswer.Fault("SystemError") : null;
        var reading = (await ReadInventoryAsync()).VCenter;
        Assert.Equal(["vm-1", "vm-2"], reading.VirtualMachines.Select(machine => machine.Id));
        Assert.StartsWith("which virtual machines are templates could not be read: ", Assert.Single(reading.Problems), StringComparison.Ordinal);
    }

    private sealed class Told(ConcurrentQueue<(string Step, int Count)> told) : IProgress<(string Step, int Count)>
    {
        public void Report((string Step, int Count) value) => told.Enqueue(value);
    }
}
