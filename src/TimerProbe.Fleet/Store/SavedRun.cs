namespace TimerProbe.Fleet.Store;

/// <summary>What saving a document did.</summary>
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

/// <summary>How a vCenter has answered.</summary>
/// <param name="Failures">How many times in a row it did not; 0 when it did the last time.</param>
/// <param name="LastSuccessAt">When it last answered; null when it never did.</param>
/// <param name="Problem">What went wrong the last time, or could not be read; null when nothing did.</param>
public sealed record TargetHealth(string Server, int Failures, DateTimeOffset LastTriedAt, DateTimeOffset? LastSuccessAt, string? Problem)
{
    /// <summary>How it had answered before this run; null when it was never asked, and where it is of no run.</summary>
    public TargetHealth? Before { get; init; }

    public bool IsPartial => Failures == 0 && Problem is not null;
}

/// <summary>An alert to save until it is acknowledged.</summary>
public sealed record NewAlert(string Id, string Channel, string Kind, string Subject, string Payload);

/// <summary>What was removed.</summary>
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

/// <summary>How runs are removed.</summary>
public sealed record PruneOptions
{
    /// <summary>After how long no further step is begun; null to remove everything.</summary>
    public TimeSpan? TimeLimit { get; init; }

    public Action<PrunedRuns>? Progress { get; init; }
}
