using System.Diagnostics;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>The monotonic counter.</summary>
internal static class CounterClock
{
    public static Clock Open() => OperatingSystem.IsWindows()
        ? WindowsClock.Open(ClockSource.Counter, "QueryPerformanceCounter", new Duration(1e9 / Stopwatch.Frequency))
        : LinuxClock.Open(ClockSource.Counter, LinuxClock.Monotonic, "CLOCK_MONOTONIC");
}
