namespace TimerProbe.Guest.Measuring;

/// <summary>Measures what the verdict rests on until it is decided, then the others, then whether the first still cost the same.</summary>
public sealed class ClockMeasurement(IReadOnlyList<Clock> clocks, ClockPath path, TimeProvider time)
{
    private readonly VerdictJudge _judge = new(path);

    public IReadOnlyList<LogicalProcessor> Processors { get; init; } = [];

    /// <summary>Measures until the verdict is decided, the budget is spent, or it is cancelled.</summary>
    /// <exception cref="InvalidOperationException">Precise time is not among the clocks, or does not exist here.</exception>
    public ClockMeasurementResult Run(TimeSpan budget, CancellationToken cancellationToken)
    {
        var stoppage = new StopCondition(time, budget, cancellationToken);
        var deciding = new DecidingRun(clocks, _judge);
        var (decision, decided, control) = (deciding.Run, deciding.Series, deciding.Control);
        var others = Array.FindAll([.. clocks], clock => clock.Calls is not null && Array.IndexOf(deciding.Clocks, clock) < 0);

        var record = new InterleavedRun(others.Select(clock => clock.Calls!));
        var recorded = new ClockSeries(others, record.Series);
        var series = new ClockSeries(deciding.Clocks.Concat(others), [.. decision.Series.SkipLast(1), .. record.Series]);
        decision.Measure(stoppage, IsDecided);
        if (others.Length > 0 && !stoppage.IsDue)
        {
            record.Measure(stoppage.Part(MeasuringPlan.MaxRecord), isSatisfied: () => true);

            // Coarse time is among these, and may show the cause of what was decided without it.
            if (!stoppage.IsDue && !decision.Series[0].IsFull && !IsDecided())
            {
                decision.Continue(stoppage, IsDecided);
            }
        }

        var factor = deciding.Factor();
        var stalls = Stalls.From([.. series.Where(readsClock: false), control]);
        var recording = decision.Recording + record.Recording;
        var precise = Array.Find(deciding.Clocks, clock => clock.Source == ClockSource.PreciseTime)!;
        var steadiness = new StabilityMonitor(precise.Calls!, decided.Of(ClockSource.PreciseTime)!, stoppage);
        // Seen in few short turns of its scheduler only, a clock may have shown one of its faces.
        steadiness.Suspect(Stalls.From([.. decision.Series, .. record.Series]).AreLong(recording));
        steadiness.Suspect(ChangeSigns.BetweenClocks(series));
        steadiness.Suspect(ChangeSigns.InRounds(decided.Where(readsClock: true), [.. decided.Where(readsClock: false), control]));
        steadiness.Suspect(ChangeSigns.InRounds(recorded.Where(readsClock: true), recorded.Where(readsClock: false)));
        var change = steadiness.LookAt(Processors);
        var elapsed = stoppage.Elapsed;
        ClockFacts[] facts = [.. clocks.Select(clock => Describe(clock, series, steadiness, cancellationToken))];
        var described = stoppage.Elapsed;
        change ??= steadiness.Conclude();
        var intervals = Intervals(series);
        return new ClockMeasurementResult
        {
            Clocks = facts,
            Control = ControlJudge.Judge(control, stalls, recording, factor),
            Intervals = intervals with { Control = factor, IsComplete = intervals.IsComplete && steadiness.IsComplete },
            Change = change,
            Path = path,
            Elapsed = elapsed + (stoppage.Elapsed - described),
        };

        bool IsDecided() => _judge.IsDecided(Intervals(series) with { Control = deciding.Factor() });
    }

    /// <summary>Some milliseconds of one processor, tens where reads trap; up to <see cref="MeasuringPlan.QuickBudget"/> if busy.</summary>
    /// <exception cref="InvalidOperationException">Precise time is not among the clocks, or does not exist here.</exception>
    public (ClockIntervals Intervals, ControlFacts Control) RunQuick(CancellationToken cancellationToken)
    {
        var deciding = new DecidingRun(clocks, _judge);
        var control = deciding.Control;
        deciding.Run.Measure(
            new StopCondition(time, MeasuringPlan.QuickBudget, cancellationToken),
            () => deciding.IsDecided() || control.Count >= MeasuringPlan.QuickBatches);
        var stalls = Stalls.From([.. deciding.Series.Where(readsClock: false), control]);
        return (deciding.Intervals(), ControlJudge.Judge(control, stalls, deciding.Run.Recording, deciding.Factor()));
    }

    internal static ClockIntervals Intervals(ClockSeries series)
    {
        var precise = series.Of(ClockSource.PreciseTime) ?? throw new InvalidOperationException("There is no precise clock to measure.");
        var (tsc, disagree) = (series.Of(ClockSource.TimestampCounter), ChangeSigns.InstructionsDisagree(series));
        tsc = disagree ? null : tsc;
        return new ClockIntervals(precise.Interval(), series.Of(ClockSource.VmExit)?.Interval(), tsc?.Interval(), precise.IsComplete)
        {
            TimestampCountersDisagree = disagree,
            Counter = tsc is null ? series.Measured(ClockSource.Counter)?.Interval() : null,
            CoarseTime = series.Measured(ClockSource.CoarseTime)?.Quantile(0.5),
        };
    }

    private ClockFacts Describe(Clock clock, ClockSeries all, StabilityMonitor steadiness, CancellationToken cancellationToken)
    {
        if (all.Measured(clock.Source) is not { } series)
        {
            return new ClockFacts
            {
                Source = clock.Source,
                Api = clock.Api,
                Why = clock.Why ?? "the time for measuring was up before its turn came"
            };
        }

        var vmExit = path.InVirtualMachine && clock.Source != ClockSource.VmExit ? all.Measured(ClockSource.VmExit)?.Interval() : null;
        (Duration? Granularity, int BackwardSteps, Stalls Stalls)? values =
            clock.Values is { } reader ? GranularityProbe.Measure(reader, time, cancellationToken) : null;
        steadiness.Look(values?.Stalls ?? default);
        return Describe(clock, series) with
        {
            RatioToVmExit = vmExit is { } exit && VerdictTable.IsExit(exit.Median) ? series.Interval().Over(exit) : null,
            GranularityNs = values?.Granularity,
            BackwardSteps = values?.BackwardSteps,
        };
    }

    internal static ClockFacts Describe(Clock clock, BatchSeries series)
    {
        var interval = series.Interval();
        return new ClockFacts
        {
            Source = clock.Source,
            Api = clock.Api,
            CallNs = new CallCost(interval.Median, interval.Low, interval.High, series.Quantile(0.99)),
            CallsPerSecond = (long)interval.Median.PerSecond,
            Batches = series.Count,
            CallsPerBatch = series.CallsPerBatch,
            WarmUpBatches = series.WarmUpBatches,
        };
    }
}

/// <summary>What measuring the clocks gave.</summary>
public sealed record ClockMeasurementResult
{
    public required IReadOnlyList<ClockFacts> Clocks { get; init; }

    /// <summary>The arithmetic between the clocks.</summary>
    public required ControlFacts Control { get; init; }

    public required ClockIntervals Intervals { get; init; }

    /// <summary>How the cost of precise time changed meanwhile; null when it did not.</summary>
    public ClockChange? Change { get; init; }

    public required ClockPath Path { get; init; }

    public required TimeSpan Elapsed { get; init; }

    /// <summary>Judges the figures.</summary>
    /// <param name="doubt">Why no figure can be believed; null where they can.</param>
    public Verdict Judge(bool cancelled, string? doubt = null) => new VerdictJudge(Path).Judge(Intervals, Change, cancelled, doubt);
}

internal static class ControlJudge
{
    public const double SlowFactor = 3;

    public const double UnstableSpread = 0.5;

    public static ControlFacts Judge(BatchSeries control, Stalls stalls, TimeSpan recording, RatioInterval? factor)
    {
        var interval = control.Interval();
        var because = Reason(factor?.Median, interval.Spread, stalls, recording);
        return new ControlFacts(interval.Median, Math.Round(interval.Spread, 4), because is not null, Math.Round(stalls.Share, 4), because);
    }

    /// <summary>How many times longer a step took than its cycles do at the TSC's rate; null when that rate is unknown.</summary>
    public static RatioInterval? Factor(BatchSeries control, Frequency? tsc) => tsc is { Hertz: > 0 } rate && control.Count > 0
        ? control.Interval().Over(MedianInterval.Exactly(new Duration(ArithmeticControl.CyclesPerStep * 1e9 / rate.Hertz)))
        : null;

    private static string? Reason(double? factor, double spread, Stalls stalls, TimeSpan recording) => true switch
    {
        _ when factor > SlowFactor => $"the arithmetic took {factor:0.0} times as long as its cycles at the TSC's rate",
        _ when spread > UnstableSpread => $"the arithmetic's cost varied by {spread * 100:0} %",
        _ when stalls.AreLong(recording) => $"{stalls.Share * 100:0} % of the measuring time was spent waiting for a processor",
        _ => null,
    };
}
