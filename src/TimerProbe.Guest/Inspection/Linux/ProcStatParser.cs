using System.Globalization;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Understands proc_stat(5).</summary>
internal static class ProcStatParser
{
    private const int StealColumn = 8;

    // USER_HZ: 100 on every architecture .NET runs on, whatever the kernel ticks at.
    private const double MillisecondsPerTick = 10;

    /// <summary>Time the hypervisor ran something else, in ms since the start; null on kernels before 2.6.11, which do not count it.</summary>
    public static double? StealMs(string? text)
    {
        var columns = (text ?? "").Split('\n')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .FirstOrDefault(line => line is ["cpu", ..]);
        return columns?.Length > StealColumn &&
            ulong.TryParse(columns[StealColumn], NumberStyles.None, CultureInfo.InvariantCulture, out var ticks)
                ? ticks * MillisecondsPerTick
                : null;
    }
}
