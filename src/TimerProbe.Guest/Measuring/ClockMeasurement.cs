using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>Measures every clock of a set for as long as the verdict needs.</summary>
/// <param name="clocks">The clocks, precise time among them.</param>
/// <param name="path">The way a clock read takes here, as the verdict table asks for it.</param>
/// <param name="time">The time that the budget is counted in.</param>
public sealed class ClockMeasurement(IReadOnlyList<Clock> clocks, ClockPath path, TimeProvider time)
{
    private readonly Clock[] _present = [.. clocks.Where(clock => clock.Calls is not null)];
    private readonly VerdictJudge _judge = new(path);

    /// <summary>Measures until the verdict is decided, the budget is spent, or it is cancelled.</summary>
    /// <param name="budget">The wall-clock time measuring may take, warm-up included; positive.</param>
    /// <param name="cancel">Ends measuring at once with what there is.</param>
    /// <exception cref="InvalidOperationException">Precise time does not exist here.</exception>
    public ClockMeasurementResult Run(TimeSpan budget, CancellationToken cancel)
    {
        var run = new InterleavedRun([.. _present.Select(clock => clock.Calls!), new ArithmeticControl()], time, budget, cancel);
        var frequency = new TscFrequencyEstimate(clocks);
        run.Measure(() => _judge.IsDecided(Intervals(run)));
        return new ClockMeasurementResult
        {
            Clocks = [.. clocks.Select(clock => Describe(clock, run, cancel))],
            Control = ControlJudge.Judge(run.Series[^1], run.LostShare, run.Lost, frequency.Now()),
            Intervals = Intervals(run),
            WasCancelled = run.WasCancelled,
            Elapsed = run.Elapsed,
        };
    }

    private ClockIntervals Intervals(InterleavedRun run)
    {
        var precise = Series(run, ClockSource.PreciseTime) ?? throw new InvalidOperationException("There is no precise clock to measure.");
        return new ClockIntervals(
            precise.Interval(),
            Series(run, ClockSource.VmExit)?.Interval(),
            Series(run, ClockSource.TimestampCounter)?.Interval(),
            precise.IsComplete);
    }

    private BatchSeries? Series(InterleavedRun run, ClockSource source)
    {
        var index = Array.FindIndex(_present, clock => clock.Source == source);
        return index < 0 ? null : run.Series[index];
    }

    private ClockFacts Describe(Clock clock, InterleavedRun run, CancellationToken cancel)
    {
        if (Series(run, clock.Source) is not { } series)
        {
            return new ClockFacts { Source = clock.Source, Api = clock.Api, Why = clock.Why };
        }

        var interval = series.Interval();
        var vmExit = path.InVirtualMachine && clock.Source != ClockSource.VmExit ? Series(run, ClockSource.VmExit)?.Interval() : null;
        var values = clock.Values is { } reader ? GranularityProbe.Measure(reader, cancel) : null;
        return new ClockFacts
        {
            Source = clock.Source,
            Api = clock.Api,
            CallNs = new CallCost(interval.Median, interval.Low, interval.High, series.Quantile(0.99)),
            CallsPerSecond = (long)interval.Median.PerSecond,
            RatioToVmExit = vmExit is { } exit ? interval.Over(exit) : null,
            GranularityNs = values?.Granularity,
            BackwardSteps = values?.BackwardSteps,
            Batches = series.Count,
            CallsPerBatch = series.CallsPerBatch,
            WarmUpBatches = series.WarmUpBatches,
        };
    }
}
