namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class InventoryEventTests : StubServerTest
{
    [Fact]
    public async Task Without_the_privilege_for_events_everything_else_is_read()
    {
        _ = new StubFleet(Server).WithCluster(machines: 2);
        Server.On("CreateCollectorForEvents", _ => StubAnswer.Fault("NoPermission", members: "<object type=\"EventManager\">EventManager</object><privilegeId>System.View</privilegeId>"));
        var reading = await ReadInventoryAsync();
        Assert.Equal("the account lacks the privilege System.View", reading.EventsMissing);
        Assert.Empty(reading.Events);
        Assert.Equal(ReadStatus.Partial, reading.VCenter.Status);
        Assert.StartsWith(
            $"events could not be read, so no home is known from them: {Server.Address} does not allow CreateCollectorForEvents: "
                + "the account lacks the privilege System.View on EventManager:EventManager",
            Assert.Single(reading.VCenter.Problems), StringComparison.Ordinal);
        Assert.Equal(2, reading.VCenter.VirtualMachines.Count);
    }

    [Fact]
    public async Task Half_a_history_is_no_history()
    {
        _ = new StubFleet(Server).WithCluster(machines: 1);
        Server.On("ReadNextEvents", request => request.Turn > 1 ? StubAnswer.Fault("SystemError", "database is down") : StubAnswer.Xml(
            """<returnval xsi:type="VmPoweredOnEvent"><key>1</key><createdTime>2026-11-01T00:00:00Z</createdTime><vm><vm type="VirtualMachine">vm-1</vm></vm></returnval>"""));
        var reading = await ReadInventoryAsync();
        Assert.Empty(reading.Events);
        Assert.Equal("the events of its vCenter could not be read", reading.EventsMissing);
        Assert.EndsWith("database is down (SystemError)", Assert.Single(reading.VCenter.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Events_are_not_asked_for_when_nothing_of_the_filter_runs()
    {
        new StubFleet(Server).WithCluster(machines: 2)["vm-1"].Text("runtime.powerState", "poweredOff");
        var reading = await ReadInventoryAsync(new ScanScope { Names = ["VM 1"] });
        Assert.Equal(Placement.Off, Assert.Single(reading.VCenter.VirtualMachines).Placement);
        Assert.Equal(0, Server.Count("CreateCollectorForEvents"));
        Assert.Null(reading.EventsMissing);
    }

    [Fact]
    public async Task A_revert_is_seen_by_its_own_event_and_tasks_are_looked_through_only_without_one()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 2);
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-1", "host-1");
        fleet.Events.AddTask("VirtualMachine.createSnapshot", Boot.AddDays(1), "vm-1");
        fleet.Events.AddTask("VirtualMachine.revertToSnapshot", Boot.AddDays(2), "vm-1");
        var reading = await ReadInventoryAsync();
        Assert.Equal([MachineEventKind.PoweredOn, MachineEventKind.Reverted], reading.Events["vm-1"].Select(happened => happened.Kind));
        Assert.Equal(2, Server.Count("CreateCollectorForEvents"));

        fleet.Events.Add("com.vmware.vc.vm.VmStateRevertedToSnapshot", Boot.AddDays(2), "vm-1", "host-1");
        reading = await ReadInventoryAsync();
        Assert.Equal([MachineEventKind.PoweredOn, MachineEventKind.Reverted], reading.Events["vm-1"].Select(happened => happened.Kind));
        Assert.Equal(3, Server.Count("CreateCollectorForEvents"));
    }

    [Fact]
    public async Task A_power_on_that_belongs_to_an_instant_clone_is_none_and_says_nothing_of_the_source()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 2);
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-1", "host-1", chain: 7);
        fleet.Events.AddTask("VirtualMachine.instantClone", Boot.AddDays(1), "vm-1", chain: 9);
        fleet.Events.Add("VmPoweredOnEvent", Boot.AddDays(1), "vm-2", "host-1", chain: 9);
        var reading = await ReadInventoryAsync();
        Assert.Equal([MachineEventKind.PoweredOn], reading.Events["vm-1"].Select(happened => happened.Kind));
        Assert.Equal([MachineEventKind.Cloned], reading.Events["vm-2"].Select(happened => happened.Kind));
    }

    [Fact]
    public async Task A_revert_is_seen_also_where_no_power_on_is_kept()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 2);
        fleet.Events.AddTask("VirtualMachine.revertToSnapshot", Boot.AddDays(2), "vm-1");
        var reading = await ReadInventoryAsync();
        Assert.Equal(MachineEventKind.Reverted, Assert.Single(reading.Events["vm-1"]).Kind);

        fleet.Events.Add("VmPoweredOnEvent", Boot.AddDays(3), "vm-2", "host-1");
        reading = await ReadInventoryAsync();
        Assert.Equal(MachineEventKind.Reverted, Assert.Single(reading.Events["vm-1"]).Kind);
    }

    [Theory]
    [InlineData("com.vmware.vc.vm.VmStateRevertedToSnapshot|reverted", false)]
    [InlineData("com.vmware.vc.vm.VmStateFailedToRevertToSnapshot|failed", true)]
    public async Task More_tasks_than_are_looked_through_are_told_unless_the_server_has_an_event_for_reverts(string kind, bool told)
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 1);
        fleet.Add("EventManager", "EventManager", "events").Value(
            "description.eventInfo", "ArrayOfEventDescriptionEventDetail", $"<EventDescriptionEventDetail><key>EventEx</key><fullFormat>{kind}</fullFormat></EventDescriptionEventDetail>");
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-1", "host-1");
        for (var i = 0; i < 20_001; i++)
        {
            fleet.Events.AddTask("VirtualMachine.createSnapshot", Boot.AddSeconds(i), "vm-1");
        }

        Assert.Equal(
            !told ? [] : ["there are too many tasks to look for snapshot reverts among those since 2026-11-01 05:33 UTC: a machine reverted since then may be away from home unnoticed"],
            (await ReadInventoryAsync()).VCenter.Problems);
    }
}
