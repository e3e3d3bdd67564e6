using static TimerProbe.Core.Counted;

namespace TimerProbe.Reporting.Reports;

/// <summary>Sentences about what a document rests on, the same in all forms; empty, or none, where there is nothing to say.</summary>
public static class NoticeText
{
    private const int MaxNames = 5;

    /// <summary>How many virtual machines published a result, and how many of the results do not count.</summary>
    public static string Published(PublishedResultsFacts? published)
    {
        if (published is null)
        {
            return "";
        }

        var others = Join(
            Part(published.Stale, $"{Agree(published.Stale)} stale"),
            Part(published.Superseded, $"{Agree(published.Superseded)} older than a file"),
            Part(published.Refused.Count, "could not be believed"));
        var counted = Part(published.Counted, Agree(published.Counted, "counts", "count"));
        return $"{Of(published.Machines, Noun.Vm)} published a result{(others.Length == 0 ? "" : $": {Join(counted, others)}")}.";
    }

    /// <summary>How many guests the store has a check of, and how many of the checks do not count.</summary>
    public static string Stored(StoredResultsFacts? stored) => stored is null ? "" : $"The store has a check of {Of(stored.Results, Noun.Guest)}: "
        + Join(
            Part(stored.Counted, Agree(stored.Counted, "counts", "count")),
            Part(stored.Stale, $"{Agree(stored.Stale)} stale"),
            Part(stored.Superseded, $"{Agree(stored.Superseded, "has", "have")} another result that counts"),
            Part(stored.Unmatched, $"{Agree(stored.Unmatched)} of no VM of this scan")) + ".";

    /// <summary>The frequencies that a machine ran at: <c>2,295 MHz until 2026-08-12, 2,594 MHz since 2026-08-12</c>.</summary>
    public static string Stretches(IReadOnlyList<FrequencyStretch>? stretches) => stretches switch
    {
        null => "",
        [{ To: null } only] => $"{only.Hz.Megahertz:#,0} MHz since {Times.Day(only.From)} at least",
        _ => string.Join(", ", stretches.Select(stretch =>
            $"{stretch.Hz.Megahertz:#,0} MHz {(stretch.To is { } to ? $"until {Times.Day(to)}" : $"since {Times.Day(stretch.From)}")}")),
    };

    public static string RanAt(IReadOnlyList<FrequencyStretch>? stretches) =>
        Stretches(stretches) is { Length: > 0 } words ? $"According to vCenter's CPU statistics it ran at {words}." : "";

    /// <summary>What a configuration keeps out of a report: what is muted is counted and shown, not lost.</summary>
    public static IReadOnlyList<string> Muted(MutingFacts? muting) => muting is null ? [] :
    [
        .. muting.Muted
            .GroupBy(muted => (muted.Finding.Rule, muted.Reason, muted.Expires))
            .Select(group =>
                $"{group.Key.Rule}, {Of(group.Count(), Noun.Finding)} muted until {Times.Day(group.Key.Expires)} ({PlanTerms.List([.. group.Select(item => item.Finding.Subject.Name).Distinct()], MaxNames)}): {group.Key.Reason}"),
        .. muting.Expired.Select(mute =>
            $"{mute.Rule}{(mute.Subject is null ? "" : $" of {mute.Subject}")} has not been muted since {Times.Day(mute.Expires)}: {mute.Reason}"),
        .. muting.RulesOff.Count == 0 ? Array.Empty<string>() : [$"not looked for: {string.Join(", ", muting.RulesOff)}"],
    ];

    /// <summary>What changed since the last scan: <c>since the scan of 2026-11-20 03:00: 5 went away, 3 came home</c>.</summary>
    internal static string Trend(ScanTrend trend)
    {
        var changes = Join([.. trend.Changes.Select(change => GetChange(change.KnownKind) is { Length: > 0 } words ? $"{Number(change.Count)} {words}" : "")]);
        return $"since the scan of {Times.Minute(trend.Scans[^1].At)} UTC: {(changes.Length == 0 ? "nothing" : changes)}";
    }

    private static string Join(params string[] parts) => string.Join(", ", parts.Where(part => part.Length > 0));

    private static string GetChange(ChangeKind? kind) => kind switch
    {
        ChangeKind.Moved => "moved to another host",
        ChangeKind.CameHome => "came home",
        ChangeKind.WentAway => "went away",
        ChangeKind.FoundAway => "found to be away",
        ChangeKind.SettingChanged => "with a changed setting",
        ChangeKind.HostFrequencyChanged => "hosts with a different frequency",
        ChangeKind.HostAdded => "hosts new",
        ChangeKind.HostGone => "hosts gone",
        ChangeKind.VerdictChanged => "with a different measurement",
        ChangeKind.MachineAdded => "new",
        ChangeKind.MachineGone => "gone",
        ChangeKind.PoweredOn => "powered on",
        ChangeKind.PoweredOff => "powered off",
        ChangeKind.PowerCycled => "power-cycled",
        ChangeKind.Reverted => "reverted to a snapshot",
        ChangeKind.Suspended => "suspended",
        ChangeKind.Resumed => "resumed",
        _ => "",
    };
}
