namespace TimerProbe.Core.Placement;

/// <summary>Something that happened to a virtual machine and that its home depends on.</summary>
/// <param name="Kind">What happened.</param>
/// <param name="At">When, by vCenter's clock.</param>
/// <param name="Host">The managed object id of the host it then was on: the destination of a move; null when not told.</param>
/// <param name="Source">The host a move came from; null when not told.</param>
/// <param name="Key">vCenter's number of the event: the order of those of one time.</param>
public sealed record MachineEvent(MachineEventKind Kind, DateTimeOffset At, string? Host, string? Source, int Key)
{
    /// <summary>What vCenter did together has one chain: the number of the event or task it began with; 0 when not told.</summary>
    public int Chain { get; init; }

    /// <summary>Of a move who made it: <see cref="Facts.MachineMove.ByDrs"/>, or an account; null when not told.</summary>
    public string? By { get; init; }
}

/// <summary>The kinds of events that a home depends on.</summary>
public enum MachineEventKind
{
    /// <summary>VmPoweredOnEvent, DrsVmPoweredOnEvent.</summary>
    PoweredOn,

    /// <summary>VmRestartedOnAlternateHostEvent, com.vmware.vc.ha.VmRestartedByHAEvent.</summary>
    Restarted,

    /// <summary>VmMigratedEvent, DrsVmMigratedEvent, VmRelocatedEvent.</summary>
    Moved,

    /// <summary>VmPrimaryFailoverEvent: the secondary of a fault tolerance pair has become the primary, on its host.</summary>
    FailedOver,

    /// <summary>VmSuspendedEvent.</summary>
    Suspended,

    /// <summary>VmResumingEvent.</summary>
    Resumed,

    /// <summary>A TaskEvent of VirtualMachine.revertToSnapshot or revertToCurrentSnapshot.</summary>
    Reverted,

    /// <summary>com.vmware.vc.VmInstantClonedEvent, or a power-on that belongs to a TaskEvent of VirtualMachine.instantClone.</summary>
    Cloned,

    /// <summary>VmPoweredOffEvent.</summary>
    PoweredOff,

    /// <summary>VmResettingEvent.</summary>
    Resetting,
}
