namespace TimerProbe.Fleet.Store;

public sealed record SavedRun
{
    public required long RunId { get; init; }

    public required Guid DocumentId { get; init; }

    public bool WasThere { get; init; }

    public IReadOnlyList<FleetChange> Changes { get; init; } = [];

    public IReadOnlyList<TargetHealth> Targets { get; init; } = [];

    public IReadOnlyList<string> Late { get; init; } = [];

    public IReadOnlyDictionary<string, DateTimeOffset> Ahead { get; init; } =
        new Dictionary<string, DateTimeOffset>();

    /// <summary>The bytes that keeping the document itself took.</summary>
    public long AddedBytes { get; init; }
}

/// <summary>An alert to save until it is acknowledged.</summary>
public sealed record NewAlert(string Id, string Channel, string Kind, string Subject, string Payload);

public sealed record PrunedRuns
{
    public long Runs { get; init; }

    public long Rows { get; init; }

    /// <summary>The bytes by which a file became smaller.</summary>
    public long Bytes { get; init; }

    /// <summary>The run that a retention was counted back from; null where nothing is old enough, or a time was given.</summary>
    public DateTimeOffset? CountedFrom { get; init; }

    public TimeSpan ClockAhead { get; init; }

    public bool CannotShrink { get; init; }
}
