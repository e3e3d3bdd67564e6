using System.Globalization;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Understands /proc/PID/schedstat: time on a processor (ns), time waited for one (ns), turns.</summary>
internal static class SchedstatParser
{
    /// <summary>Time a thread was ready to run and waited, in ms since it began; null when the kernel does not count it.</summary>
    public static double? WaitedMs(string? text) =>
        (text ?? "").Split(' ') is [_, var waited, _] &&
        ulong.TryParse(waited, NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds)
            ? nanoseconds / 1e6
            : null;
}
