using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>The wall clock at full resolution.</summary>
internal static class PreciseTimeClock
{
    public static Clock Open() => OperatingSystem.IsWindows()
        ? WindowsClock.Open(ClockSource.PreciseTime, "GetSystemTimePreciseAsFileTime", WindowsClock.FileTimeUnit)
        : LinuxClock.Open(ClockSource.PreciseTime, LinuxClock.Realtime, "CLOCK_REALTIME");
}
