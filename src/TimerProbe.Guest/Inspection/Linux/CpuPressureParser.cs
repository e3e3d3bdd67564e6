namespace TimerProbe.Guest.Inspection;

/// <summary>Understands the texts in which Linux counts what keeps a process from its processors.</summary>
internal static class CpuPressureParser
{
    private const int StealColumn = 8;

    // USER_HZ: 100 on every architecture .NET runs on, whatever the kernel ticks at.
    private const double MillisecondsPerTick = 10;

    /// <summary>Processors' worth of time by version 2's <c>cpu.max</c>, such as <c>150000 100000</c>; null without a quota.</summary>
    public static double? QuotaVersion2(string? cpuMax) =>
        (cpuMax ?? "").Split(' ', StringSplitOptions.TrimEntries) is [var quota, var period] ? QuotaVersion1(quota, period) : null;

    /// <summary>In processors, by version 1's <c>cpu.cfs_quota_us</c> and <c>cpu.cfs_period_us</c>; null without a quota (-1).</summary>
    public static double? QuotaVersion1(string? quota, string? period) =>
        Number(quota) is { } allowed and > 0 && Number(period) is { } each and > 0 ? (double)allowed / each : null;

    /// <summary>
    /// Time a group stood still by its <c>cpu.stat</c>, in ms: version 2's throttled_usec or version 1's throttled_time, which is in
    /// ns; null when the text has neither.
    /// </summary>
    public static double? ThrottledMs(string? cpuStat)
    {
        foreach (var line in (cpuStat ?? "").Split('\n'))
        {
            switch (line.Split(' ', StringSplitOptions.TrimEntries))
            {
                case ["throttled_usec", var microseconds]: return Number(microseconds) / 1e3;
                case ["throttled_time", var nanoseconds]: return Number(nanoseconds) / 1e6;
            }
        }

        return null;
    }

    /// <summary>Time the hypervisor ran something else by proc_stat(5), in ms since the start; null where it is not counted.</summary>
    public static double? StealMs(string? text)
    {
        var columns = (text ?? "").Split('\n')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .FirstOrDefault(line => line is ["cpu", ..]);
        return columns?.Length > StealColumn
            && ulong.TryParse(columns[StealColumn], NumberStyles.None, CultureInfo.InvariantCulture, out var ticks)
                ? ticks * MillisecondsPerTick
                : null;
    }

    /// <summary>
    /// Time a thread was ready to run and waited, in ms since it began; null when the kernel does not count it. /proc/PID/schedstat:
    /// time on a processor (ns), time waited for one (ns), turns.
    /// </summary>
    public static double? WaitedMs(string? text) => (text ?? "").Split(' ') is [_, var waited, _]
        && ulong.TryParse(waited, NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds) ? nanoseconds / 1e6 : null;

    private static long? Number(string? text) =>
        long.TryParse(text?.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
