using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Measuring;

namespace TimerProbe.Guest.Watching;

/// <summary>
/// The short measurement that is taken again and again: the sources that the verdict rests on and the control, by the method of
/// <see cref="ClockMeasurement"/> and with its judges, without what is only for the record.
/// </summary>
/// <param name="clocks">The clocks, precise time among them.</param>
/// <param name="time">The time that the budget is counted in.</param>
public sealed class WatchMeasurement(IReadOnlyList<Clock> clocks, TimeProvider time)
{
    /// <summary>
    /// The wall-clock time a measurement may take. What it costs the machine is bounded by <see cref="MostBatches"/> instead: where the
    /// processors are busy it mostly waits, and would never get its few milliseconds in a short time.
    /// </summary>
    public static readonly TimeSpan Budget = TimeSpan.FromSeconds(1);

    /// <summary>Batches of each source after which a sample that is not decided does not count: some milliseconds of work, or tens where reads trap.</summary>
    public const int MostBatches = 128;

    /// <summary>Half as long as those of a check: what has to be told apart differs by a factor of 2, and each week has 60,000 samples.</summary>
    private static readonly Duration ShortestBatch = Duration.FromMicroseconds(10);

    private readonly Clock[] _clocks = ClockMeasurement.Deciding(clocks);

    /// <summary>Measures once.</summary>
    /// <param name="path">The way a clock read takes here.</param>
    /// <param name="cancel">Ends it at once with what there is.</param>
    /// <exception cref="InvalidOperationException">Precise time is not among the clocks, or does not exist here.</exception>
    public WatchFigures Run(ClockPath path, CancellationToken cancel)
    {
        var judge = new VerdictJudge(path);
        var frequency = new TscFrequencyEstimate(_clocks);
        var run = new InterleavedRun([.. _clocks.Select(clock => clock.Calls!), new ArithmeticControl()], ShortestBatch);
        var (series, control) = (new ClockSeries(_clocks, [.. run.Series.SkipLast(1)]), run.Series[^1]);
        run.Measure(new StopCondition(time, Budget, cancel), () => judge.IsDecided(ClockMeasurement.Intervals(series) with { Control = ControlJudge.Factor(control, frequency.Now()) }) || control.Count >= MostBatches);
        var factor = ControlJudge.Factor(control, frequency.Now());
        return new WatchFigures(
            ClockMeasurement.Intervals(series) with { Control = factor },
            ControlJudge.Judge(control, Stalls.From([.. series.Where(readsClock: false), control]), run.Recording, factor),
            [.. _clocks.Select(clock => new SourceCosts(clock.Source, series.Of(clock.Source)!.Costs.ToArray()))]);
    }
}

/// <summary>What one measurement gave.</summary>
/// <param name="Intervals">The figures the verdict rests on.</param>
/// <param name="Control">The arithmetic between them.</param>
/// <param name="Costs">What each batch cost a call.</param>
public sealed record WatchFigures(ClockIntervals Intervals, ControlFacts Control, IReadOnlyList<SourceCosts> Costs);
