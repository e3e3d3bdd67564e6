using System.Text.RegularExpressions;

namespace TimerProbe.Guest.Inspection;

/// <summary>
/// The lines of kernel/time/clocksource.c in which the watchdog says what it compared: since 5.16 in ns (<c>wd_nsec</c>), before that
/// as readings of the two counters alone.
/// </summary>
internal static partial class WatchdogLines
{
    /// <summary>The last comparison in the kernel's messages; null where there is none.</summary>
    public static WatchdogFacts? Parse(string log, Frequency? tsc)
    {
        if (TscLine().Matches(log) is not [.., var counter] || WatchLine().Matches(log[..counter.Index]) is not [.., var watch])
        {
            return null;
        }

        var against = watch.Groups["name"].Value;
        var wentBack = Number(counter, "now") < Number(counter, "last");
        return new WatchdogFacts(
            against,
            Nanoseconds(watch, GetUnitNs(against)),
            wentBack ? null : Nanoseconds(counter, tsc is { Hertz: > 0 and var hertz } ? 1e9 / hertz : null),
            wentBack);
    }

    /// <summary>How many ns a unit of a clock source is; null where its rate is not known.</summary>
    private static double? GetUnitNs(string name) => name switch
    {
        "acpi_pm" => 1e9 / 3_579_545,
        "xen" or "kvm-clock" => 1,
        "hyperv_clocksource_tsc_page" or "hyperv_clocksource_msr" => 100,
        _ => null,
    };

    private static Duration? Nanoseconds(Match line, double? unit) =>
        ulong.TryParse(line.Groups["nsec"].ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var said) ? new Duration(said)
            : unit is { } ns ? new Duration(((Number(line, "now") - Number(line, "last")) & Number(line, "mask")) * ns) : null;

    private static ulong Number(Match line, string name) =>
        ulong.Parse(line.Groups[name].ValueSpan, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    [GeneratedRegex("'tsc(?:-early)?' (?:cs_nsec: (?<nsec>[0-9]{1,20}) )?cs_now: (?<now>[0-9a-f]{1,16}) cs_last: (?<last>[0-9a-f]{1,16}) mask: (?<mask>[0-9a-f]{1,16})", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex TscLine();

    [GeneratedRegex("'(?<name>[A-Za-z0-9_-]{1,32})' (?:wd_nsec: (?<nsec>[0-9]{1,20}) )?wd_now: (?<now>[0-9a-f]{1,16}) wd_last: (?<last>[0-9a-f]{1,16}) mask: (?<mask>[0-9a-f]{1,16})", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex WatchLine();
}
