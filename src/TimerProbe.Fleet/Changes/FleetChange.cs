namespace TimerProbe.Fleet.Changes;

/// <summary>Something that is different from what was seen before.</summary>
public sealed record FleetChange
{
    /// <summary>What happened.</summary>
    public required ChangeKind Kind { get; init; }

    /// <summary>When it happened where that is reported, else when it was first seen.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Whether <see cref="At"/> is when it happened: by vCenter's events or a boot time.</summary>
    public bool IsExact { get; init; }

    /// <summary>What it happened to.</summary>
    public required ChangeSubject Subject { get; init; }

    /// <summary>The machine's or host's managed object id; null for a guest that measured itself.</summary>
    public string? Id { get; init; }

    /// <summary>The machine's, host's, guest's or SQL Server's name.</summary>
    public required string Name { get; init; }

    /// <summary>The vCenter by the name it was asked by; null for a guest that measured itself.</summary>
    public string? Server { get; init; }

    /// <summary>The cluster it is in.</summary>
    public string? Cluster { get; init; }

    /// <summary>The managed object id of the host the machine is on now.</summary>
    public string? HostId { get; init; }

    /// <summary>The managed object id of the host the machine was on before; only of a move.</summary>
    public string? FromHostId { get; init; }

    /// <summary>
    /// Which setting, of <see cref="ChangeKind.SettingChanged"/>; the cause now, of <see cref="ChangeKind.VerdictChanged"/>.
    /// </summary>
    public string? What { get; init; }

    /// <summary>How it was: a host's name, a frequency in Hz, a state, a value; null when it was not there.</summary>
    public string? Earlier { get; init; }

    /// <summary>How it is now; null when it is not there any more.</summary>
    public string? Later { get; init; }
}
