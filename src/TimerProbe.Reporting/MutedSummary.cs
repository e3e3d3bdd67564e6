using TimerProbe.Core.Advice;

namespace TimerProbe.Reporting;

/// <summary>What a configuration keeps out of a report, in sentences: what is muted is counted and shown, not lost.</summary>
public static class MutedSummary
{
    private const int MostNames = 5;

    /// <summary>A sentence for each mute that had something to mute, each that has expired, and one for the rules switched off.</summary>
    public static IReadOnlyList<string> Of(MutingFacts? muting) => muting is null ? [] :
    [
        .. muting.Muted
            .GroupBy(muted => (muted.Finding.Rule, muted.Reason, muted.Expires))
            .Select(group =>
                $"{group.Key.Rule}, {Counted.Of(group.Count(), "finding")} muted until {Times.Day(group.Key.Expires)} ({Names(group)}): {group.Key.Reason}"),
        .. muting.Expired.Select(mute =>
            $"{mute.Rule}{(mute.Subject is null ? "" : $" of {mute.Subject}")} has not been muted since {Times.Day(mute.Expires)}: {mute.Reason}"),
        .. muting.RulesOff.Count == 0 ? Array.Empty<string>() : [$"not looked for: {string.Join(", ", muting.RulesOff)}"],
    ];

    private static string Names(IEnumerable<MutedFinding> muted)
    {
        var names = muted.Select(each => each.Finding.Subject.Name).Distinct(StringComparer.Ordinal).ToList();
        return string.Join(", ", names.Take(MostNames))
            + (names.Count > MostNames ? $" and {Counted.Number(names.Count - MostNames)} more" : "");
    }
}
