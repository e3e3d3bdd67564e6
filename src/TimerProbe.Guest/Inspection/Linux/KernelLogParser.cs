using System.Globalization;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>What the kernel said of the TSC since it started.</summary>
/// <param name="TscHz">The rate it counts with.</param>
/// <param name="TscUnstable">Whether it marked the TSC unstable.</param>
/// <param name="ReachesStart">Whether the log still holds the kernel's first messages.</param>
internal sealed record KernelLogFacts(Frequency? TscHz, bool TscUnstable, bool ReachesStart);

/// <summary>Understands the kernel's messages of arch/x86/kernel/tsc.c, cpu/vmware.c and kernel/time/clocksource.c.</summary>
internal static class KernelLogParser
{
    private static readonly string[] UnstableMarks =
        ["Marking clocksource 'tsc' as unstable", "Marking TSC unstable", "Clocksource tsc unstable"];

    /// <summary>Reads the log's text. What was refined counts before what was told, and that before what was detected.</summary>
    public static KernelLogFacts Parse(string log) => new(
        Megahertz(log, "Refined TSC clocksource calibration: ", " MHz")
            ?? Megahertz(log, "TSC freq read from hypervisor : ", " MHz")
            ?? Megahertz(log, "Detected ", " MHz TSC")
            ?? Megahertz(log, "Detected ", " MHz processor"),
        UnstableMarks.Any(mark => log.Contains(mark, StringComparison.Ordinal)),
        log.Contains("Linux version ", StringComparison.Ordinal));

    private static Frequency? Megahertz(string log, string before, string after)
    {
        for (var at = log.IndexOf(before, StringComparison.Ordinal); at >= 0; at = log.IndexOf(before, at + 1, StringComparison.Ordinal))
        {
            var rest = log.AsSpan(at + before.Length);
            var figure = rest[..LengthOfFigure(rest)];
            if (rest[figure.Length..].StartsWith(after) &&
                double.TryParse(figure, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var megahertz) &&
                megahertz is >= 1 and <= 20_000)
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
}
