using TimerProbe.Core.Json;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>The last scan of a vCenter.</summary>
/// <param name="VCenter">The vCenter.</param>
/// <param name="Result">How much could be read the last time it was tried: <c>complete</c>, <c>partial</c> or <c>failed</c>.</param>
/// <param name="ReadAt">When it was read last; null when it never was.</param>
/// <param name="DocumentId">The document of that scan.</param>
/// <param name="TookSeconds">How long that scan took.</param>
/// <param name="Machines">What it saw.</param>
/// <param name="TriedAt">When it was tried last.</param>
/// <param name="Failures">How many times in a row it did not answer.</param>
/// <param name="Problem">What went wrong the last time, or could not be read.</param>
public sealed record ScanView(
    string VCenter, string Result, DateTimeOffset? ReadAt, Guid? DocumentId, double? TookSeconds, MachineCounts? Machines, DateTimeOffset? TriedAt, int Failures, string? Problem)
{
    /// <summary>One for each vCenter that was ever tried, by name.</summary>
    public static IReadOnlyList<ScanView> Of(FleetView fleet)
    {
        var targets = fleet.Targets.GroupBy(target => target.Server, StringComparer.OrdinalIgnoreCase).ToDictionary(same => same.Key, same => same.First(), StringComparer.OrdinalIgnoreCase);
        return
        [
            .. fleet.VCenters.Select(vcenter =>
            {
                var target = targets.GetValueOrDefault(vcenter.Server);
                var failed = target is { Failures: > 0 };
                return new ScanView(
                    vcenter.Server,
                    failed ? "failed" : vcenter.Status.ToDocumentName(),
                    vcenter.ReadAt,
                    vcenter.DocumentId,
                    vcenter.Took.TotalSeconds,
                    vcenter.Counts,
                    target?.LastTriedAt,
                    target?.Failures ?? 0,
                    target?.Problem ?? (vcenter.Problems.Count > 0 ? vcenter.Problems[0] : null));
            }).Concat(fleet.Unread.Select(server => targets[server]).Select(target => new ScanView(
                target.Server, "failed", ReadAt: null, DocumentId: null, TookSeconds: null, Machines: null, target.LastTriedAt, target.Failures, target.Problem)))
                .OrderBy(scan => scan.VCenter, StringComparer.OrdinalIgnoreCase),
        ];
    }
}
