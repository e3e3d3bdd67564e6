namespace TimerProbe.Fleet.Store;

/// <summary>What saving a document did.</summary>
public sealed record SavedRun
{
    /// <summary>The run's number in this store.</summary>
    public required long RunId { get; init; }

    /// <summary>The document.</summary>
    public required Guid DocumentId { get; init; }

    /// <summary>Whether the document was in the store before: then nothing was done.</summary>
    public bool WasThere { get; init; }

    /// <summary>What is different from what was seen before, in the order of time.</summary>
    public IReadOnlyList<FleetChange> Changes { get; init; } = [];

    /// <summary>How the vCenters of a scan answered, this time counted.</summary>
    public IReadOnlyList<TargetHealth> Targets { get; init; } = [];

    /// <summary>The servers with a newer scan saved already: of those only the document is saved, and nothing is concluded.</summary>
    public IReadOnlyList<string> Late { get; init; } = [];

    /// <summary>The servers whose scan before lies in the store's future, with its time: this one is dated right behind it.</summary>
    public IReadOnlyDictionary<string, DateTimeOffset> Ahead { get; init; } =
        new Dictionary<string, DateTimeOffset>();

    /// <summary>The bytes that keeping the document itself took.</summary>
    public long AddedBytes { get; init; }
}

/// <summary>How a vCenter has answered.</summary>
/// <param name="Server">The name it is asked by.</param>
/// <param name="Failures">How many times in a row it did not; 0 when it did the last time.</param>
/// <param name="LastTriedAt">When it was last asked.</param>
/// <param name="LastSuccessAt">When it last answered; null when it never did.</param>
/// <param name="Problem">What went wrong the last time, or could not be read; null when nothing did.</param>
public sealed record TargetHealth(string Server, int Failures, DateTimeOffset LastTriedAt, DateTimeOffset? LastSuccessAt, string? Problem)
{
    /// <summary>How it had answered before this run; null when it was never asked, and where it is of no run.</summary>
    public TargetHealth? Before { get; init; }

    /// <summary>Whether it answered, and could be read in part only.</summary>
    public bool IsPartial => Failures == 0 && Problem is not null;
}

/// <summary>An alert to save until it is acknowledged.</summary>
/// <param name="Id">Its unique id, the same whenever it is made of the same
/// facts; one that is saved already is not saved again.</param>
/// <param name="Channel">Where it is to go, by the name in the configuration.</param>
/// <param name="Kind">What it is about, such as <c>wentAway</c>.</param>
/// <param name="Subject">Whom it is about, for people.</param>
/// <param name="Payload">What is to be sent, as JSON.</param>
public sealed record NewAlert(string Id, string Channel, string Kind, string Subject, string Payload);

/// <summary>What was removed.</summary>
public sealed record PrunedRuns
{
    /// <summary>Runs.</summary>
    public long Runs { get; init; }

    /// <summary>Rows of all kinds; a server uses their room again.</summary>
    public long Rows { get; init; }

    /// <summary>The bytes by which a file became smaller.</summary>
    public long Bytes { get; init; }

    /// <summary>The run that a retention was counted back from; null where nothing is old enough, or a time was given.</summary>
    public DateTimeOffset? CountedFrom { get; init; }

    /// <summary>How far the store's clock is ahead of that run.</summary>
    public TimeSpan ClockAhead { get; init; }

    /// <summary>Whether the file keeps what room is free in it: it was made by something else than this program.</summary>
    public bool CannotShrink { get; init; }
}

/// <summary>How runs are removed.</summary>
public sealed record PruneOptions
{
    /// <summary>After how long no further step is begun; null to remove everything.</summary>
    public TimeSpan? Most { get; init; }

    /// <summary>Called after each step with what was removed so far.</summary>
    public Action<PrunedRuns>? Progress { get; init; }
}
