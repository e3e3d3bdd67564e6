namespace TimerProbe.Fleet.Store;

/// <summary>What was removed.</summary>
public sealed record PrunedRuns
{
    /// <summary>Runs.</summary>
    public long Runs { get; init; }

    /// <summary>Pieces of documents that no other run has.</summary>
    public long Chunks { get; init; }

    /// <summary>Rows of all kinds; a server uses their room again.</summary>
    public long Rows { get; init; }

    /// <summary>The bytes by which a file became smaller.</summary>
    public long Bytes { get; init; }

    /// <summary>Whether the file keeps what room is free in it: it was made by something else than this program.</summary>
    public bool CannotShrink { get; init; }
}

/// <summary>How runs are removed.</summary>
public sealed record PruneOptions
{
    /// <summary>After how long no further step is begun; null to remove everything.</summary>
    public TimeSpan? Most { get; init; }

    /// <summary>Is told after each step what was removed so far.</summary>
    public Action<PrunedRuns>? Progress { get; init; }
}
