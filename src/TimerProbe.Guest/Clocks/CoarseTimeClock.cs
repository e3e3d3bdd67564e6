using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>The wall clock as of the last tick.</summary>
internal static class CoarseTimeClock
{
    public static Clock Open() => OperatingSystem.IsWindows()
        ? WindowsClock.Open(ClockSource.CoarseTime, "GetSystemTimeAsFileTime", WindowsClock.FileTimeUnit)
        : LinuxClock.Open(ClockSource.CoarseTime, LinuxClock.RealtimeCoarse, "CLOCK_REALTIME_COARSE");
}
