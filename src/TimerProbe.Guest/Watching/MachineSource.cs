namespace TimerProbe.Guest.Watching;

/// <summary>Reads at one moment the wall clock and two clocks nobody sets, of which only one goes on during a suspension.</summary>
/// <param name="server">The NTP server that the clocks are compared with; null for none.</param>
/// <param name="warn">Gets a sentence when it falls silent.</param>
public sealed unsafe partial class MachineSource(
    IReadOnlyList<Clock> clocks, MachineFacts machine, TimeProvider time, NtpAddress? server, Action<string> warn) : IWatchSource
{
    private const int Tries = 3, ClockMonotonic = 1, ClockBoottime = 7;
    private static readonly TimeSpan StoodStill = TimeSpan.FromSeconds(5);

    private readonly HostReader _host = HostReader.Open(time);
    private readonly ReferenceMeter? _reference = server is null ? null : ReferenceMeter.Open(server, clocks, time, warn);
    private readonly bool _hasCounters = OperatingSystem.IsWindows() && VMwareToolsInspector.IsVMware(machine);
    private CpuPressureSnapshot _pressure = CpuPressureSnapshot.Take();
    private double? _stolenMs;

    public void AskHost(bool everything) => _host.Ask(everything);

    public (HostReading Reading, ClockPath? Path)? HostAnswer() => _host.Answer();

    /// <summary>Takes the shortest of a few tries: being interrupted between two clocks must not pass for a step of one.</summary>
    public WatchMoment Now()
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

    public WatchSample Take(TimeSpan late, ClockPath path, CancellationToken cancellationToken)
    {
        var moment = Now();
        var (intervals, control) = new ClockMeasurement(clocks, path, time).RunQuick(cancellationToken);
        if (late > StoodStill)
        {
            _reference?.Forget();
        }

        var (rates, why, offset) = _reference?.Take() ?? default;
        return WatchSample.From(moment, intervals, path, control) with { Rates = rates, NoReferenceReason = why, Offset = offset };
    }

    public CpuPressureFacts ReadPressure()
    {
        var start = _pressure;
        _pressure = CpuPressureSnapshot.Take();
        var pressure = _pressure.Since(start);
        if (_hasCounters && OperatingSystem.IsWindows())
        {
            var (before, now) = (_stolenMs, PerformanceCounterReader.Read().CpuStolenMs.Value);
            _stolenMs = now;
            return pressure with { StealMs = now >= before ? now - before : null };
        }

        return pressure;
    }

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
