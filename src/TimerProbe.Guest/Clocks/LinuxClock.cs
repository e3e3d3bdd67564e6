using System.Runtime.InteropServices;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>The clocks of <c>clock_gettime</c>; ids from Linux's <c>uapi/linux/time.h</c>.</summary>
internal static class LinuxClock
{
    public const int Realtime = 0;
    public const int Monotonic = 1;
    public const int MonotonicRaw = 4;
    public const int RealtimeCoarse = 5;

    public static Clock Open(ClockSource source, int clockId, string name)
    {
        var api = $"clock_gettime({name})";
        return NativeLibrary.TryGetExport(SystemLibraries.Load("libc"), "clock_gettime", out var target)
                ? Clock.Create(source, api, new ClockReader<ClockGettimeCall>(target, clockId, new Duration(1), hasValues: true))
                : Clock.Missing(source, api, "the C library has no clock_gettime");
    }
}
