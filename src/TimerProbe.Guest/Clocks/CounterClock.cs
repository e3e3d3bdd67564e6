using System.Diagnostics;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

internal static class CounterClock
{
    public static Clock Open() => OperatingSystem.IsWindows()
        ? WindowsClock.Open(ClockSource.Counter, "QueryPerformanceCounter", new Duration(1e9 / Stopwatch.Frequency))
        : LinuxClock.Open(ClockSource.Counter, LinuxClock.Monotonic, "CLOCK_MONOTONIC");

    /// <summary>The counter whose rate no time service corrects: on Linux CLOCK_MONOTONIC is slewed with precise time.</summary>
    public static Clock OpenUncorrected() => OperatingSystem.IsLinux()
        ? LinuxClock.Open(ClockSource.Counter, LinuxClock.MonotonicRaw, "CLOCK_MONOTONIC_RAW")
        : Open();
}
