using System.Globalization;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Understands what a control group says of its CPU quota.</summary>
internal static class CpuQuotaParser
{
    /// <summary>Processors' worth of time by version 2's <c>cpu.max</c>, such as <c>150000 100000</c>; null without a quota.</summary>
    public static double? Version2(string? cpuMax) =>
        (cpuMax ?? "").Split(' ', StringSplitOptions.TrimEntries) is [var quota, var period] ? Version1(quota, period) : null;

    /// <summary>Processors' worth of time by version 1's <c>cpu.cfs_quota_us</c> and <c>cpu.cfs_period_us</c>; null without a quota (-1).</summary>
    public static double? Version1(string? quota, string? period) =>
        Number(quota) is { } allowed and > 0 && Number(period) is { } each and > 0 ? (double)allowed / each : null;

    /// <summary>
    /// Time a group stood still by its <c>cpu.stat</c>, in ms: version 2's throttled_usec or version 1's throttled_time, which
    /// is in ns; null when the text has neither.
    /// </summary>
    public static double? ThrottledMs(string? cpuStat)
    {
        foreach (var line in (cpuStat ?? "").Split('\n'))
        {
            switch (line.Split(' ', StringSplitOptions.TrimEntries))
            {
                case ["throttled_usec", var microseconds]:
                    return Number(microseconds) / 1e3;
                case ["throttled_time", var nanoseconds]:
                    return Number(nanoseconds) / 1e6;
            }
        }

        return null;
    }

    private static long? Number(string? text) =>
        long.TryParse(text?.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
