namespace TimerProbe.Server.Views;

/// <summary>A vCenter that was ever tried: the last try, and the last scan that read it.</summary>
/// <param name="Server">The name it is asked by.</param>
/// <param name="Version">Its version; null when it is not known.</param>
/// <param name="Status">How much could be read the last time it was tried: <c>complete</c>, <c>partial</c> or <c>failed</c>.</param>
/// <param name="TriedAt">When it was tried last.</param>
/// <param name="ReadAt">When it was read last, which is what everything else shows of it; null when it never was.</param>
/// <param name="FailingSince">Since when it was not read any more, which is when it was read
/// last; null while it answers, and where it never was read.</param>
/// <param name="Failures">How many times in a row it did not answer.</param>
/// <param name="Problem">What went wrong the last time, or could not be read.</param>
/// <param name="DocumentId">The document of the scan that read it; null when it never was read.</param>
/// <param name="TookSeconds">How long that scan took.</param>
/// <param name="Hosts">How many hosts it has.</param>
/// <param name="Machines">Its machines; null when it never was read.</param>
/// <param name="Problems">What the scan that read it could not read.</param>
public sealed record VCenterView(
    string Server,
    string? Version,
    string Status,
    DateTimeOffset TriedAt,
    DateTimeOffset? ReadAt,
    DateTimeOffset? FailingSince,
    int Failures,
    string? Problem,
    Guid? DocumentId,
    double? TookSeconds,
    int Hosts,
    MachineCounts? Machines,
    IReadOnlyList<string> Problems)
{
    internal bool IsFailing => Failures > 0;

    internal static IReadOnlyList<VCenterView> From(FleetView fleet)
    {
        var targets = fleet.Targets.GroupBy(target => target.Server, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(same => same.Key, same => same.First(), StringComparer.OrdinalIgnoreCase);
        return
        [
            .. fleet.Scans.Select(scan => From(scan, targets.GetValueOrDefault(scan.Server)))
                .Concat(fleet.Unread.Select(server => NeverRead(targets[server])))
                .OrderBy(vcenter => vcenter.Server, StringComparer.OrdinalIgnoreCase),
        ];
    }

    private static VCenterView NeverRead(TargetHealth target) => new(
        target.Server,
        Version: null,
        "failed",
        target.LastTriedAt,
        ReadAt: null,
        target.LastSuccessAt,
        target.Failures,
        target.Problem,
        DocumentId: null,
        TookSeconds: null,
        Hosts: 0,
        Machines: null,
        Problems: []);

    private static VCenterView From(SavedScan scan, TargetHealth? target)
    {
        var isFailing = target is { Failures: > 0 };
        return new VCenterView(
            scan.Server,
            scan.VCenter.Version,
            isFailing ? "failed" : scan.VCenter.Status.ToDocumentName(),
            target?.LastTriedAt ?? scan.ReadAt,
            scan.ReadAt,
            isFailing ? target!.LastSuccessAt ?? scan.ReadAt : null,
            target?.Failures ?? 0,
            target?.Problem ?? (scan.Problems.Count > 0 ? scan.Problems[0] : null),
            scan.Document.Id,
            scan.Document.Timing.TotalMs / 1000,
            scan.VCenter.Hosts.Count,
            scan.Report.Counts,
            scan.Problems);
    }
}
