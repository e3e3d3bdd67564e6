namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>What a server reports in figures.</summary>
public sealed record ServerFigures
{
    /// <summary>Its version.</summary>
    public required string Version { get; init; }

    /// <summary>The name of the node.</summary>
    public required string Node { get; init; }

    /// <summary>All machines of the latest scans; null while the node has not read them yet.</summary>
    public required MachineCounts? Machines { get; init; }

    /// <summary>Guests with a check that are no machine of those scans; null while the node has not read them yet.</summary>
    public int? UnknownGuests { get; init; }

    /// <summary>How many guests' watches are heard of.</summary>
    public long Watches { get; init; }

    /// <summary>How many guests' watches fell silent.</summary>
    public long SilentWatches { get; init; }

    /// <summary>The vCenters that were ever tried.</summary>
    public required IReadOnlyList<VCenterFigures> VCenters { get; init; }

    /// <summary>The clusters of the latest scans; hosts outside of any are not among them.</summary>
    public required IReadOnlyList<ClusterRow> Clusters { get; init; }

    /// <summary>How many findings there are of each rule and severity.</summary>
    public required IReadOnlyList<(string Rule, string Severity, int Count)> Findings { get; init; }

    /// <summary>Whether the node is ready.</summary>
    public required bool IsReady { get; init; }

    /// <summary>How many jobs of the schedule are due, and nothing begins them.</summary>
    public required int StalledJobs { get; init; }

    /// <summary>How many scans run on the node.</summary>
    public required int RunningScans { get; init; }

    /// <summary>How many scans ended in each way on the node since it started.</summary>
    public required IReadOnlyList<(string Result, long Count)> Scans { get; init; }

    /// <summary>How many alerts of the store are yet to be delivered.</summary>
    public required long PendingAlerts { get; init; }

    /// <summary>When the oldest of these was made; null when there is none.</summary>
    public required DateTimeOffset? OldestPendingAlertAt { get; init; }
}
