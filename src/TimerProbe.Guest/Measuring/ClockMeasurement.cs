using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Measures every clock of a set: those the verdict rests on first, until it is decided, then the others for the record.
/// </summary>
/// <param name="clocks">The clocks, precise time among them.</param>
/// <param name="path">The way a clock read takes here, as the verdict table asks for it.</param>
/// <param name="time">The time that the budget is counted in.</param>
public sealed class ClockMeasurement(IReadOnlyList<Clock> clocks, ClockPath path, TimeProvider time)
{
    private readonly VerdictJudge _judge = new(path);

    /// <summary>Measures until the verdict is decided, the budget is spent, or it is cancelled.</summary>
    /// <param name="budget">The wall-clock time measuring may take, warm-up included; positive.</param>
    /// <param name="cancel">Ends measuring at once with what there is.</param>
    /// <exception cref="InvalidOperationException">Precise time is not among the clocks, or does not exist here.</exception>
    public ClockMeasurementResult Run(TimeSpan budget, CancellationToken cancel)
    {
        var stoppage = new Stoppage(time, budget, cancel);
        var frequency = new TscFrequencyEstimate(clocks);
        Clock[] deciding = [.. clocks.Where(clock => clock.Calls is not null && IsDeciding(clock.Source))];
        Clock[] others = [.. clocks.Where(clock => clock.Calls is not null && !IsDeciding(clock.Source))];

        var decision = new InterleavedRun([.. deciding.Select(clock => clock.Calls!), new ArithmeticControl()], stoppage);
        var record = new InterleavedRun(others.Select(clock => clock.Calls!), stoppage);
        var series = new ClockSeries(deciding.Concat(others), [.. decision.Series.SkipLast(1), .. record.Series]);
        decision.Measure(() => _judge.IsDecided(Intervals(series)));
        if (others.Length > 0 && !stoppage.IsDue)
        {
            record.Measure(isSatisfied: () => true);
        }

        var elapsed = stoppage.Elapsed;
        var lost = new Duration(decision.Lost.Nanoseconds + record.Lost.Nanoseconds);
        var recording = decision.Recording + record.Recording;
        return new ClockMeasurementResult
        {
            Clocks = [.. clocks.Select(clock => Describe(clock, series, cancel))],
            Control = ControlJudge.Judge(decision.Series[^1], lost, recording, frequency.Now()),
            Intervals = Intervals(series),
            Path = path,
            Elapsed = elapsed,
        };
    }

    /// <summary>Whether the verdict rests on a source.</summary>
    internal static bool IsDeciding(ClockSource source) =>
        source is ClockSource.PreciseTime or ClockSource.TimestampCounter or ClockSource.VmExit;

    /// <summary>The figures a verdict rests on.</summary>
    internal static ClockIntervals Intervals(ClockSeries series)
    {
        var precise = series.Of(ClockSource.PreciseTime) ?? throw new InvalidOperationException("There is no precise clock to measure.");
        return new ClockIntervals(
            precise.Interval(),
            series.Of(ClockSource.VmExit)?.Interval(),
            series.Of(ClockSource.TimestampCounter)?.Interval(),
            precise.IsComplete);
    }

    private ClockFacts Describe(Clock clock, ClockSeries all, CancellationToken cancel)
    {
        if (all.Of(clock.Source) is not { Count: > 0 } series)
        {
            return new ClockFacts { Source = clock.Source, Api = clock.Api, Why = clock.Why ?? "the time for measuring was up before its turn came" };
        }

        var interval = series.Interval();
        var vmExit = path.InVirtualMachine && clock.Source != ClockSource.VmExit ? all.Of(ClockSource.VmExit)?.Interval() : null;
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
