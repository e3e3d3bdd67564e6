using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.Scans;

/// <summary>What changed since the last scan, as a line for people.</summary>
public static class TrendText
{
    /// <summary><c>since the scan of 2026-11-20 03:00: 5 went away, 3 came home</c>.</summary>
    public static string Format(ScanTrend trend)
    {
        var reported = trend.Changes.Select(change => (change.Count, Words: Said(change.Kind)))
            .Where(change => change.Words.Length > 0)
            .Select(change => $"{Counted.Number(change.Count)} {change.Words}")
            .ToList();
        return $"since the scan of {Times.Minute(trend.Scans[^1].At)} UTC: {(reported.Count == 0 ? "nothing" : string.Join(", ", reported))}";
    }

    private static string Said(string kind) => kind switch
    {
        "moved" => "moved to another host",
        "cameHome" => "came home",
        "wentAway" => "went away",
        "foundAway" => "found to be away",
        "settingChanged" => "with a changed setting",
        "hostFrequencyChanged" => "hosts with a different frequency",
        "hostAdded" => "hosts new",
        "hostGone" => "hosts gone",
        "verdictChanged" => "with a different measurement",
        "machineAdded" => "new",
        "machineGone" => "gone",
        "poweredOn" => "powered on",
        "poweredOff" => "powered off",
        "powerCycled" => "power-cycled",
        "reverted" => "reverted to a snapshot",
        "suspended" => "suspended",
        "resumed" => "resumed",
        _ => "",
    };
}
