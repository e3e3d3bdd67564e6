namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class MachineEventsTests
{
    private static readonly VSphereEvent Event = new()
    {
        Type = "VmMigratedEvent",
        Key = 7,
        ChainId = 5,
        CreatedTime = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero),
        Vm = ("DB01", new("VirtualMachine", "vm-1")),
        Host = ("esx02", new("HostSystem", "host-2")),
        SourceHost = ("esx01", new("HostSystem", "host-1")),
    };

    [Theory]
    [InlineData("VmPoweredOnEvent", MachineEventKind.PoweredOn)]
    [InlineData("DrsVmPoweredOnEvent", MachineEventKind.PoweredOn)]
    [InlineData("VmRestartedOnAlternateHostEvent", MachineEventKind.Restarted)]
    [InlineData("VmMigratedEvent", MachineEventKind.Moved)]
    [InlineData("DrsVmMigratedEvent", MachineEventKind.Moved)]
    [InlineData("VmRelocatedEvent", MachineEventKind.Moved)]
    [InlineData("VmPrimaryFailoverEvent", MachineEventKind.FailedOver)]
    [InlineData("VmSuspendedEvent", MachineEventKind.Suspended)]
    [InlineData("VmResumingEvent", MachineEventKind.Resumed)]
    [InlineData("VmPoweredOffEvent", MachineEventKind.PoweredOff)]
    [InlineData("VmResettingEvent", MachineEventKind.Resetting)]
    public void Each_type_is_asked_for_and_understood(string type, MachineEventKind kind)
    {
        Assert.Contains(type, MachineEvents.TypeIds);
        Assert.Equal(("vm-1", new MachineEvent(kind, Event.CreatedTime, "host-2", "host-1", 7)
        {
            Chain = 5,
            By = type == "DrsVmMigratedEvent" ? "DRS" : null
        }), MachineEvents.Parse(Event with { Type = type }));
    }

    [Theory]
    [InlineData("com.vmware.vc.ha.VmRestartedByHAEvent", MachineEventKind.Restarted)]
    [InlineData("com.vmware.vc.vm.VmStateRevertedToSnapshot", MachineEventKind.Reverted)]
    [InlineData("com.vmware.vc.VmInstantClonedEvent", MachineEventKind.Cloned)]
    public void An_extended_event_is_known_by_its_id(string id, MachineEventKind kind)
    {
        Assert.Contains(id, MachineEvents.TypeIds);
        Assert.Equal(kind, MachineEvents.Parse(Event with { Type = "EventEx", EventTypeId = id })?.Event.Kind);
    }

    [Theory]
    [InlineData("VirtualMachine.revertToSnapshot", "queued", true)]
    [InlineData("VirtualMachine.revertToCurrentSnapshot", "running", true)]
    [InlineData("VirtualMachine.revertToSnapshot", "success", true)]
    [InlineData("VirtualMachine.revertToSnapshot", null, true)]
    [InlineData("VirtualMachine.revertToSnapshot", "error", false)]
    [InlineData("VirtualMachine.revertToCurrentSnapshot", "error", false)]
    [InlineData("VirtualMachine.createSnapshot", "success", false)]
    public void A_task_reverts_unless_it_says_that_it_failed(string task, string? state, bool isReverted) => Assert.Equal(
        isReverted ? MachineEventKind.Reverted : null,
        MachineEvents.Parse(Event with { Type = "TaskEvent", DescriptionId = task, TaskState = state })?.Event.Kind);

    [Fact]
    public void An_event_of_no_machine_or_of_another_kind_is_none()
    {
        Assert.Null(MachineEvents.Parse(Event with { Vm = null }));
        Assert.Null(MachineEvents.Parse(Event with { Vm = ("DB01", null) }));
        Assert.Null(MachineEvents.Parse(Event with { Type = "VmReconfiguredEvent" }));
        Assert.Null(MachineEvents.Parse(Event with { Type = "EventEx", EventTypeId = "esx.audit.vmfs" }));
    }

    [Theory]
    [InlineData("VmMigratedEvent", @"EXAMPLE\admin", @"EXAMPLE\admin")]
    [InlineData("VmMigratedEvent", "  ", null)]
    [InlineData("DrsVmMigratedEvent", @"EXAMPLE\admin", "DRS")]
    [InlineData("VmPoweredOnEvent", @"EXAMPLE\admin", null)]
    public void Of_moves_alone_it_is_kept_who_made_them(string type, string user, string? by) =>
        Assert.Equal(by, MachineEvents.Parse(Event with { Type = type, UserName = user })?.Event.By);

    [Fact]
    public void A_host_that_the_event_does_not_name_is_not_known() =>
        Assert.Equal((null, null), (MachineEvents.Parse(Event with { Host = null, SourceHost = null })?.Event.Host,
            MachineEvents.Parse(Event with { SourceHost = null })?.Event.Source));
}
