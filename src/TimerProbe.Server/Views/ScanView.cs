using TimerProbe.Core.Json;
using TimerProbe.Fleet.Store;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>How a vCenter was scanned last: the last try, and the last that read it.</summary>
/// <param name="VCenter">The vCenter.</param>
/// <param name="Result">How much could be read the last time it was tried: <c>complete</c>, <c>partial</c> or <c>failed</c>.</param>
/// <param name="TriedAt">When it was tried last; null when it never was.</param>
/// <param name="ReadAt">When it was read last, which is what everything else shows of it; null when it never was.</param>
/// <param name="FailingSince">Since when it was not read any more, which is when it was read
/// last; null while it answers, and where it never was read.</param>
/// <param name="Failures">How many times in a row it did not answer.</param>
/// <param name="Problem">What went wrong the last time, or could not be read.</param>
/// <param name="DocumentId">The document of the scan that read it last.</param>
/// <param name="TookSeconds">How long that scan took.</param>
/// <param name="Machines">What that scan saw.</param>
public sealed record ScanView(
    string VCenter,
    string Result,
    DateTimeOffset? TriedAt,
    DateTimeOffset? ReadAt,
    DateTimeOffset? FailingSince,
    int Failures,
    string? Problem,
    Guid? DocumentId,
    double? TookSeconds,
    MachineCounts? Machines)
{
    /// <summary>Whether it did not answer the last time.</summary>
    internal bool IsFailing => Failures > 0;

    /// <summary>One for each vCenter that was ever tried, by name.</summary>
    public static IReadOnlyList<ScanView> From(FleetView fleet)
    {
        var targets = fleet.Targets.GroupBy(target => target.Server, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(same => same.Key, same => same.First(), StringComparer.OrdinalIgnoreCase);
        return
        [
            .. fleet.Scans.Select(scan => From(scan, targets.GetValueOrDefault(scan.Server)))
                .Concat(fleet.Unread.Select(server => NeverRead(targets[server])))
                .OrderBy(scan => scan.VCenter, StringComparer.OrdinalIgnoreCase),
        ];
    }

    private static ScanView NeverRead(TargetHealth target) => new(
        target.Server,
        "failed",
        target.LastTriedAt,
        ReadAt: null,
        target.LastSuccessAt,
        target.Failures,
        target.Problem,
        DocumentId: null,
        TookSeconds: null,
        Machines: null);

    private static ScanView From(SavedScan scan, TargetHealth? target)
    {
        var isFailing = target is { Failures: > 0 };
        return new ScanView(
            scan.Server,
            isFailing ? "failed" : scan.VCenter.Status.ToDocumentName(),
            target?.LastTriedAt ?? scan.ReadAt,
            scan.ReadAt,
            isFailing ? target!.LastSuccessAt ?? scan.ReadAt : null,
            target?.Failures ?? 0,
            target?.Problem ?? (scan.Problems.Count > 0 ? scan.Problems[0] : null),
            scan.Document.Id,
            scan.Document.Timing.TotalMs / 1000,
            scan.Report.Counts);
    }
}
