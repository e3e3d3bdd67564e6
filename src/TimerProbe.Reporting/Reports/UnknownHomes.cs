namespace TimerProbe.Reporting.Reports;

/// <summary>Running machines whose home is unknown: why, and what decides it. No name is in it.</summary>
/// <param name="MayBeSlow">How many are where that matters: hosts differ in frequency, and theirs may not scale the TSC.</param>
public sealed record UnknownHomes(
    int Count,
    int MayBeSlow,
    int Running,
    IReadOnlyList<(string Reason, int Count)> Reasons,
    IReadOnlyList<(string Action, int Count)> Remedies)
{
    private const int MaxReasons = 3, MaxAnswers = 2;

    public bool AreMany => 10 * Count >= Running;

    /// <summary>What helps most of them, as a sentence without its full stop.</summary>
    internal string Answers => "by " + string.Join(
        ", or by ", Remedies.GroupBy(remedy => remedy.Count).MaxBy(same => same.Key)!.Select(remedy => remedy.Action).Take(MaxAnswers));

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
        var notAsked = reasons.Where(reason => reason.Reason is HomeFinder.NoEvent or HomeFinder.EventGone).Sum(reason => reason.Count);
        IEnumerable<(string Action, int Count)> remedies =
        [
            ("vCenter's CPU statistics (a scan without \"statistics\": false)", notAsked),
            ("their vmware.log files (--vm-logs FOLDER)", count),
            ("timerprobe check --publish in the guests", count),
            ("from the next power-on: CPU statistics, events kept longer, --save", CountStartingWith(reasons, HomeFinder.EventGone)),
        ];
        return new UnknownHomes(
            count,
            document.VCenters.Sum(vcenter => CountMayBeSlow(vcenter, new FrequencyRules(document.TolerancePpm))),
            running.Count,
            [.. reasons.Take(MaxReasons)],
            [.. remedies.Where(remedy => remedy.Count > 0)]);
    }

    private static int CountMayBeSlow(VCenterFacts vcenter, FrequencyRules rules)
    {
        var scaling = vcenter.Hosts.Where(host => host.TscScaling == TscScaling.Yes).Select(host => host.Id).ToHashSet();
        return rules.Classify(vcenter.Server, vcenter.Hosts).Count == 1 ? 0
            : vcenter.VirtualMachines.Count(machine => machine.Placement == Placement.Unknown && !scaling.Contains(machine.HostId ?? ""));
    }

    private static int CountStartingWith(IEnumerable<(string Reason, int Count)> reasons, string start) =>
        reasons.Where(reason => reason.Reason.StartsWith(start, StringComparison.Ordinal)).Sum(reason => reason.Count);
}
