using System.Runtime.InteropServices;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>The time functions of kernel32.dll.</summary>
internal static class WindowsClock
{
    public static readonly Duration FileTimeUnit = new(100);

    public static Clock Open(ClockSource source, string function, Duration unit) =>
        NativeLibrary.TryGetExport(SystemLibraries.Load("kernel32.dll"), function, out var target)
            ? Clock.Create(source, function, new ClockReader<NativeCall>(target, clockId: 0, unit, hasValues: true))
            : Clock.Missing(source, function, $"kernel32.dll has no {function}");
}
