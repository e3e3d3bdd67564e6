using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Watching;

/// <summary>Samples of this machine.</summary>
/// <param name="clocks">Its clocks.</param>
/// <param name="time">The wall clock.</param>
/// <param name="reference">Compares its clocks with one outside; null for none.</param>
public sealed class MachineSource(IReadOnlyList<Clock> clocks, TimeProvider time, ReferenceMeter? reference = null) : IWatchSource
{
    private readonly WatchMeasurement _measurement = new(clocks, time);
    private readonly DriftMeter _drift = new(clocks, time);
    private readonly MomentReader _moments = new(time);

    /// <inheritdoc/>
    public WatchMoment Now() => _moments.Read();

    /// <inheritdoc/>
    public TimeSpan CpuTime() => Environment.CpuUsage.TotalTime;

    /// <inheritdoc/>
    public WatchSample Take(long number, TimeSpan late, ClockPath path, CancellationToken cancel)
    {
        var moment = Now();
        var figures = _measurement.Run(path, cancel);
        if (late > WatchLimits.StoodStill)
        {
            _drift.Forget();
            reference?.Forget();
        }

        var compared = reference?.Take();

        return new WatchSample
        {
            Number = number,
            Moment = moment,
            Late = late,
            Intervals = figures.Intervals,
            Path = path,
            Control = figures.Control,
            Costs = figures.Costs,
            Drift = _drift.Take(cancel),
            AgainstReference = compared?.Rates,
            WhyNoReference = compared?.Why,
            CpuTime = CpuTime(),
        };
    }
}
