namespace TimerProbe.VSphere.Queries;

/// <summary>An event.</summary>
public sealed record VSphereEvent
{
    /// <summary>Its type, such as <c>VmMigratedEvent</c> or <c>EventEx</c>.</summary>
    public required string Type { get; init; }

    /// <summary>Its number; newer events have greater ones.</summary>
    public required int Key { get; init; }

    /// <summary>The key of the event or task it belongs to.</summary>
    public int ChainId { get; init; }

    /// <summary>The server's time, in UTC.</summary>
    public required DateTimeOffset CreatedTime { get; init; }

    /// <summary>The account that caused it; empty or null for the server itself.</summary>
    public string? UserName { get; init; }

    /// <summary>The virtual machine it is about.</summary>
    public EntityName? Vm { get; init; }

    /// <summary>The host it happened on; of a finished migration the destination.</summary>
    public EntityName? Host { get; init; }

    /// <summary>The host a migration came from.</summary>
    public EntityName? SourceHost { get; init; }

    /// <summary>The cluster it happened in.</summary>
    public EntityName? ComputeResource { get; init; }

    /// <summary>The id of an <c>EventEx</c>, such as <c>com.vmware.vc.ha.VmRestartedByHAEvent</c>.</summary>
    public string? EventTypeId { get; init; }

    /// <summary>What the task of a <c>TaskEvent</c> does, such as <c>VirtualMachine.revertToSnapshot</c>.</summary>
    public string? DescriptionId { get; init; }

    /// <summary>How the task of a <c>TaskEvent</c> stood when the event was posted: queued, running, success, error.</summary>
    public string? TaskState { get; init; }
}

/// <summary>An object as an event names it.</summary>
/// <param name="Name">Its name at that time.</param>
/// <param name="Reference">The object; it may be gone by now, and null where the event does not tell.</param>
public sealed record EntityName(string Name, ManagedObjectReference? Reference);
