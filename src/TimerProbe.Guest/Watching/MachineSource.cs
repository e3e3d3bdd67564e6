namespace TimerProbe.Guest.Watching;

/// <summary>Samples of this machine.</summary>
/// <param name="reference">Compares the clocks with one outside; null for none.</param>
public sealed class MachineSource(IReadOnlyList<Clock> clocks, MachineFacts machine, TimeProvider time, ReferenceMeter? reference = null)
    : IWatchSource
{
    private static readonly TimeSpan StoodStill = TimeSpan.FromSeconds(5);

    private readonly MomentReader _moments = new(time);
    private readonly bool _hasCounters = OperatingSystem.IsWindows() && HypervisorNames.IsVMware(machine);
    private CpuPressureMonitor _pressure = new();
    private double? _stolenMs;

    public WatchMoment Now() => _moments.Read();

    public WatchSample Take(TimeSpan late, ClockPath path, CancellationToken cancellationToken)
    {
        var moment = Now();
        var (intervals, control) = new ClockMeasurement(clocks, path, time).RunQuick(cancellationToken);
        if (late > StoodStill)
        {
            reference?.Forget();
        }

        var (rates, why) = reference?.Take() ?? default;
        return WatchSample.From(moment, intervals, path, control) with { Rates = rates, WhyNoReference = why };
    }

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
