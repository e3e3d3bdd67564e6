namespace TimerProbe.Fleet.Changes;

/// <summary>Something that is different from what was seen before.</summary>
public sealed record FleetChange
{
    public required ChangeKind Kind { get; init; }

    public required DateTimeOffset At { get; init; }

    public bool IsExact { get; init; }

    public required SubjectKind Subject { get; init; }

    /// <summary>The machine's or host's managed object id; null for a guest that measured itself.</summary>
    public string? Id { get; init; }

    public required string Name { get; init; }

    /// <summary>The vCenter by the name it was asked by; null for a guest that measured itself.</summary>
    public string? Server { get; init; }

    public string? Cluster { get; init; }

    public string? HostId { get; init; }

    public string? FromHostId { get; init; }

    public string? What { get; init; }

    /// <summary>How it was: a host's name, a frequency in Hz, a state, a value; null when it was not there.</summary>
    public string? Earlier { get; init; }

    /// <summary>How it is now; null when it is not there any more.</summary>
    public string? Later { get; init; }
}
