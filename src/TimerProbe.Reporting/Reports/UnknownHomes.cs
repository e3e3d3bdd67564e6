namespace TimerProbe.Reporting.Reports;

/// <summary>Running machines whose home is unknown: why, and what would settle it. No name is in it.</summary>
public sealed record UnknownHomes(
    int Count,
    int Running,
    IReadOnlyList<(string Reason, int Count)> Reasons,
    int WithOtherReasons,
    IReadOnlyList<(string Action, int Count)> Remedies)
{
    private const int MaxReasons = 3;

    public bool AreMany => 10 * Count >= Running;

    internal string ReasonsText => Text([.. Reasons, .. WithOtherReasons == 0 ? [] : new[] { ("other reasons", WithOtherReasons) }]);

    internal string RemediesText => Text(Remedies);

    internal static UnknownHomes? From(ScanDocument document)
    {
        var machines = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines);
        var running = machines.Where(machine => machine.Placement != Placement.Off).ToList();
        var reasons = running.Where(machine => machine.Placement == Placement.Unknown)
            .CountBy(machine => machine.UnknownReason ?? "no reason given")
            .Select(reason => (Reason: reason.Key, Count: reason.Value))
            .OrderByDescending(reason => reason.Count)
            .ThenBy(reason => reason.Reason, StringComparer.Ordinal)
            .ToList();
        if (reasons.Count == 0)
        {
            return null;
        }

        var count = reasons.Sum(reason => reason.Count);
        // Where statistics were asked for, the reason goes on with what they showed.
        var notAsked = reasons.Where(reason => reason.Reason == HomeFinder.NoEvent).Sum(reason => reason.Count);
        IEnumerable<(string Action, int Count)> remedies =
        [
            ("settled by vCenter's CPU statistics: scan without \"statistics\": false", notAsked),
            ("settled by their vmware.log files (expected): --vm-logs FOLDER", count),
            ("settled by check --publish in the guests, by group policy or cron", count),
            ("settled from the next power-on: CPU statistics, events kept longer, --save", CountStartingWith(reasons, HomeFinder.NoEvent)),
        ];
        return new UnknownHomes(
            count,
            running.Count,
            [.. reasons.Take(MaxReasons)],
            reasons.Skip(MaxReasons).Sum(reason => reason.Count),
            [.. remedies.Where(remedy => remedy.Count > 0)]);
    }

    private static string Text(IEnumerable<(string What, int Count)> parts) =>
        string.Join(". ", parts.Select(part => $"{Counted.Number(part.Count)}: {part.What}")) + ".";

    private static int CountStartingWith(IEnumerable<(string Reason, int Count)> reasons, string start) =>
        reasons.Where(reason => reason.Reason.StartsWith(start, StringComparison.Ordinal)).Sum(reason => reason.Count);
}
