using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Inspection.Windows;
using TimerProbe.Guest.Measuring;

namespace TimerProbe.Guest.Watching;

/// <summary>Samples of this machine.</summary>
/// <param name="clocks">The clocks, precise time among them.</param>
/// <param name="machine">The machine.</param>
/// <param name="time">The wall clock.</param>
/// <param name="reference">Compares the clocks with one outside; null for none.</param>
public sealed class MachineSource(IReadOnlyList<Clock> clocks, MachineFacts machine, TimeProvider time, ReferenceMeter? reference = null)
    : IWatchSource
{
    /// <summary>A sample this late was not merely scheduled late: process or machine stood still.</summary>
    private static readonly TimeSpan StoodStill = TimeSpan.FromSeconds(5);

    private readonly MomentReader _moments = new(time);
    private readonly bool _hasCounters = OperatingSystem.IsWindows() && HypervisorNames.IsVMware(machine);
    private CpuPressureMonitor _pressure = new();
    private double? _stolenMs;

    /// <inheritdoc/>
    public WatchMoment Now() => _moments.Read();

    /// <inheritdoc/>
    public WatchSample Take(TimeSpan late, ClockPath path, CancellationToken cancel)
    {
        var moment = Now();
        var (intervals, control) = new ClockMeasurement(clocks, path, time).RunQuick(cancel);
        if (late > StoodStill)
        {
            reference?.Forget();
        }

        var (rates, why) = reference?.Take() ?? default;
        return WatchSample.From(moment, intervals, path, control) with { Rates = rates, WhyNoReference = why };
    }

    /// <inheritdoc/>
    public CpuPressureFacts ReadPressure()
    {
        var pressure = _pressure.Read();
        _pressure = new CpuPressureMonitor();
        if (_hasCounters && OperatingSystem.IsWindows())
        {
            var (before, now) = (_stolenMs, PerformanceCounterReader.Read().CpuStolenMs.Value);
            _stolenMs = now;
            return pressure with { StealMs = now >= before ? now - before : null };
        }

        return pressure;
    }
}

/// <summary>
/// Reads the wall clock and the two clocks nobody sets at one moment: one goes on while the machine is suspended, the other does not.
/// </summary>
internal sealed unsafe partial class MomentReader(TimeProvider time)
{
    private const int Tries = 3;
    private const int ClockMonotonic = 1;
    private const int ClockBoottime = 7;

    /// <summary>Takes the shortest of a few tries: being interrupted between two clocks must not pass for a step of one.</summary>
    public WatchMoment Read()
    {
        var (shortest, best) = (TimeSpan.MaxValue, default(WatchMoment));
        for (var i = 0; i < Tries; i++)
        {
            var before = Elapsed();
            var wall = time.GetUtcNow();
            var after = Elapsed();
            if (after - before < shortest)
            {
                (shortest, best) = (after - before, new WatchMoment(wall, before + ((after - before) / 2), Awake()));
            }
        }

        return best;
    }

    /// <summary>Goes on: CLOCK_BOOTTIME; QueryPerformanceCounter on Windows.</summary>
    private static TimeSpan Elapsed() => OperatingSystem.IsLinux() ? Linux(ClockBoottime) : System();

    /// <summary>Stands still: CLOCK_MONOTONIC; QueryUnbiasedInterruptTime on Windows, which moves in ticks of up to 16 ms.</summary>
    private static TimeSpan Awake() => OperatingSystem.IsLinux() ? Linux(ClockMonotonic)
        : OperatingSystem.IsWindows() ? Windows()
        : System();

    private static TimeSpan System() => TimeProvider.System.GetElapsedTime(0);

    [SupportedOSPlatform("linux")]
    private static TimeSpan Linux(int clock)
    {
        var parts = stackalloc long[2];
        return ClockGettime(clock, parts) == 0 ? new TimeSpan((parts[0] * TimeSpan.TicksPerSecond) + (parts[1] / 100)) : System();
    }

    [SupportedOSPlatform("windows")]
    private static TimeSpan Windows()
    {
        ulong units;
        return QueryUnbiasedInterruptTime(&units) != 0 ? new TimeSpan((long)units) : System();
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ClockGettime(int clock, long* time);

    [SupportedOSPlatform("windows")]
    [LibraryImport("kernel32.dll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial int QueryUnbiasedInterruptTime(ulong* unbiasedTime);
}
