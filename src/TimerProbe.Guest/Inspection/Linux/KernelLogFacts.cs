using System.Text.RegularExpressions;

namespace TimerProbe.Guest.Inspection;

/// <summary>What the kernel said of the TSC since it started.</summary>
/// <param name="UnstableReason">Why it marked the TSC unstable, in its words; null where it did not.</param>
internal sealed partial record KernelLogFacts(Frequency? TscHz, string? UnstableReason, bool ReachesStart)
{
    /// <summary>That it traps reads of the counter of an ARM processor, in its words; null where it does not.</summary>
    public string? TrapReason { get; init; }

    public WatchdogFacts? Watchdog { get; init; }

    /// <summary>The hypervisor that the kernel found; null where it found none, or does not say.</summary>
    public string? Hypervisor { get; init; }

    private const int MaxReason = 200;

    private static readonly string[] UnstableMarks =
        ["Marking clocksource 'tsc' as unstable", "Marking clocksource 'tsc-early' as unstable", "Marking TSC unstable", "Clocksource tsc unstable"];

    public bool TscUnstable => UnstableReason is not null;

    /// <summary>
    /// Understands the kernel's messages of arch/x86/kernel/tsc.c, tsc_sync.c, cpu/vmware.c and kernel/time/clocksource.c. A refined
    /// rate counts before one that the hypervisor gave, and that before a detected one.
    /// </summary>
    public static KernelLogFacts Parse(string log)
    {
        var tsc = Megahertz(log, "Refined TSC clocksource calibration: ", " MHz")
            ?? Megahertz(log, "TSC freq read from hypervisor : ", " MHz")
            ?? Megahertz(log, "Detected ", " MHz TSC")
            ?? Megahertz(log, "Detected ", " MHz processor");
        return new KernelLogFacts(tsc, Reason(log), log.Contains("Linux version ", StringComparison.Ordinal))
        {
            TrapReason = From(log, "Trapping CNTVCT access"),
            Watchdog = GetWatchdog(log, tsc),
            Hypervisor = From(log, "Hypervisor detected: ")?["Hypervisor detected: ".Length..].Trim(),
        };
    }

    private static string? Reason(string log) =>
        UnstableMarks.Select(mark => From(log, mark)).FirstOrDefault(line => line is not null) is { } said
            ? From(log, "Measured ", containing: "TSC warp") ?? said
            : From(log, "Measured ", containing: "turning off TSC");

    private static string? From(string log, string mark, string containing = "")
    {
        for (var at = log.IndexOf(mark, StringComparison.Ordinal); at >= 0; at = log.IndexOf(mark, at + 1, StringComparison.Ordinal))
        {
            var end = log.IndexOf('\n', at);
            var line = end < 0 ? log[at..] : log[at..end];
            if (line.Contains(containing, StringComparison.Ordinal))
            {
                return line[..Math.Min(line.Length, MaxReason)].TrimEnd(' ', '\r', ':', '.');
            }
        }

        return null;
    }

    private static Frequency? Megahertz(string log, string before, string after)
    {
        for (var at = log.IndexOf(before, StringComparison.Ordinal); at >= 0; at = log.IndexOf(before, at + 1, StringComparison.Ordinal))
        {
            var rest = log.AsSpan(at + before.Length);
            var figure = rest[..LengthOfFigure(rest)];
            if (rest[figure.Length..].StartsWith(after)
                && double.TryParse(figure, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var megahertz)
                && megahertz is >= 1 and <= 20_000)
            {
                return Frequency.FromMegahertz(megahertz);
            }
        }

        return null;
    }

    private static int LengthOfFigure(ReadOnlySpan<char> text)
    {
        var length = 0;
        while (length < text.Length && (char.IsAsciiDigit(text[length]) || text[length] == '.'))
        {
            length++;
        }

        return length;
    }

    /// <summary>
    /// The last comparison of the clock sources' watchdog, of kernel/time/clocksource.c: since 5.16 in ns (<c>wd_nsec</c>), before that
    /// as readings of the two counters alone; null where there is none.
    /// </summary>
    private static WatchdogFacts? GetWatchdog(string log, Frequency? tsc)
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
