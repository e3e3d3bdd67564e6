namespace TimerProbe.Reporting.OpenMetrics;

public sealed record ServerFigures
{
    public required string Version { get; init; }

    public required string Node { get; init; }

    /// <summary>All machines of the latest scans; null while the node has not read them yet.</summary>
    public required MachineCounts? Machines { get; init; }

    /// <summary>Guests with a check that are no machine of those scans; null while the node has not read them yet.</summary>
    public int? UnknownGuests { get; init; }

    public long Watches { get; init; }

    public long SilentWatches { get; init; }

    /// <summary>The vCenters, and when each was read last; null for one that never was.</summary>
    public required IReadOnlyList<(
        string Server, DateTimeOffset? ReadAt, double? ScanSeconds, int Failures, MachineCounts? Machines)> VCenters
    { get; init; }

    public required IReadOnlyList<ClusterRow> Clusters { get; init; }

    public required IReadOnlyList<(string Rule, string Severity, int Count)> Findings { get; init; }

    public required bool IsReady { get; init; }

    public required int StalledJobs { get; init; }

    public required int RunningScans { get; init; }

    public required IReadOnlyList<(string Result, long Count)> Scans { get; init; }

    public required long PendingAlerts { get; init; }

    /// <summary>When the oldest of these was made; null when there is none.</summary>
    public required DateTimeOffset? OldestPendingAlertAt { get; init; }
}
