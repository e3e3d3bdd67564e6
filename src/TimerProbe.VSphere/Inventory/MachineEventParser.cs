using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

internal static class MachineEventParser
{
    /// <summary>vCenter's own word for a revert to a snapshot, beside the task that does it.</summary>
    public const string RevertedId = "com.vmware.vc.vm.VmStateRevertedToSnapshot";

    /// <summary>Makes an instant clone. It is a task of the machine that is cloned; the clone's own events are chained to it.</summary>
    public const string InstantCloneTask = "VirtualMachine.instantClone";

    private static readonly Dictionary<string, MachineEventKind> Kinds = new(StringComparer.Ordinal)
    {
        ["VmPoweredOnEvent"] = MachineEventKind.PoweredOn,
        ["DrsVmPoweredOnEvent"] = MachineEventKind.PoweredOn,
        ["VmRestartedOnAlternateHostEvent"] = MachineEventKind.Restarted,
        ["com.vmware.vc.ha.VmRestartedByHAEvent"] = MachineEventKind.Restarted,
        ["VmMigratedEvent"] = MachineEventKind.Moved,
        ["DrsVmMigratedEvent"] = MachineEventKind.Moved,
        ["VmRelocatedEvent"] = MachineEventKind.Moved,
        ["VmPrimaryFailoverEvent"] = MachineEventKind.FailedOver,
        ["com.vmware.vc.VmInstantClonedEvent"] = MachineEventKind.Cloned,
        ["VmSuspendedEvent"] = MachineEventKind.Suspended,
        ["VmResumingEvent"] = MachineEventKind.Resumed,
        ["VmPoweredOffEvent"] = MachineEventKind.PoweredOff,
        ["VmResettingEvent"] = MachineEventKind.Resetting,
        [RevertedId] = MachineEventKind.Reverted,
    };

    /// <summary>The types and ids to ask for; tasks are asked for apart.</summary>
    public static IReadOnlyList<string> TypeIds { get; } = [.. Kinds.Keys];

    /// <summary>The event and the id of its machine; null when no home depends on it.</summary>
    public static (string Machine, MachineEvent Event)? Parse(VSphereEvent read)
    {
        if (read.Vm?.Reference?.Value is not { Length: > 0 } machine || KindOf(read) is not { } kind)
        {
            return null;
        }

        var (host, source) = (read.Host?.Reference?.Value, read.SourceHost?.Reference?.Value);
        return (machine, new MachineEvent(kind, read.CreatedTime, host, source, read.Key) { Chain = read.ChainId, By = ByOf(read, kind) });
    }

    private static string? ByOf(VSphereEvent read, MachineEventKind kind) =>
        kind != MachineEventKind.Moved ? null
        : read.Type == "DrsVmMigratedEvent" ? MachineMove.ByDrs
        : string.IsNullOrWhiteSpace(read.UserName) ? null
        : read.UserName;

    private static MachineEventKind? KindOf(VSphereEvent read) =>
        read.DescriptionId is { } task ? TaskKind(task, read.TaskState)
        : Kinds.TryGetValue(read.EventTypeId ?? read.Type, out var kind) ? kind
        : null;

    /// <summary>The event is posted when the task starts: it is taken for done unless it says that it failed.</summary>
    private static MachineEventKind? TaskKind(string task, string? state) =>
        task is "VirtualMachine.revertToSnapshot" or "VirtualMachine.revertToCurrentSnapshot" && state != "error"
            ? MachineEventKind.Reverted
            : null;
}
