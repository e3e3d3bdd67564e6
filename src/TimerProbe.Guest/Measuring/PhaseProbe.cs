namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Measures precise time again, in batches so short that hardly one is interrupted, to see whether its cost changes with time.
/// Each is followed by one of the arithmetic control: what slows both is the processor's. A change is several batches in a row
/// at another level; each counts by the time it took, since by their number the cheap ones would always win. One short phase
/// that does not come back is an event, not a clock that is slow part of the time.
/// </summary>
internal sealed class PhaseProbe(ITimedCalls precise, ITimedCalls control, StopCondition stoppage)
{
    public static readonly Duration Length = Duration.FromMilliseconds(40);

    private const int Parts = 5;

    // 16 steps of Windows' 100 ns timestamp.
    private static readonly Duration MinPart = Duration.FromMicroseconds(1.6);

    private static readonly Duration MinBatchTime = new(Parts * MinPart.Nanoseconds);

    private readonly List<PhaseSample> _samples = [];
    private readonly Duration _timestampCost = TickLength.ReadCost();

    public bool IsComplete { get; private set; }

    public ClockChange? Measure(Duration measured)
    {
        var batch = (Calls: Parts * (int)Math.Clamp(MinPart / measured, 4, 64), Steps: FindSteps());
        _ = precise.Run(batch.Calls);
        IsComplete = Look(batch);
        var phases = Phases.From(_samples, measured, batch);
        if (phases.IsOnce)
        {
            IsComplete &= Look(batch);
            phases = Phases.From(_samples, measured, batch);
        }

        return phases.IsOnce && !phases.IsLasting ? null : Describe(measured, phases.Batches);
    }

    private bool Look((int Calls, int Steps) batch)
    {
        var spent = Duration.Zero;
        while (spent < Length && !stoppage.IsDue)
        {
            var sample = Take(batch);
            _samples.Add(sample);
            spent = new Duration(spent.Nanoseconds + Math.Min(sample.Took.Nanoseconds, Length.Nanoseconds / 20));
        }

        return spent >= Length;
    }

    private int FindSteps()
    {
        var series = new BatchSeries(control);
        series.FindLength(_timestampCost, MinBatchTime);
        return series.CallsPerBatch;
    }

    private PhaseSample Take((int Calls, int Steps) batch)
    {
        Span<double> parts = stackalloc double[Parts];
        var calls = batch.Calls / Parts;
        var took = 0.0;
        for (var part = 0; part < Parts; part++)
        {
            var ran = precise.Run(calls).Nanoseconds;
            took += ran;
            parts[part] = Math.Max(0, ran - _timestampCost.Nanoseconds) / calls;
        }

        OrderStatistics.Sort(parts);
        var step = control.Run(batch.Steps).Nanoseconds / batch.Steps;
        return new PhaseSample(parts[Parts / 2], new Duration(took), step);
    }

    private ClockChange? Describe(Duration measured, IReadOnlyList<PhaseSample> off)
    {
        if (off.Count == 0)
        {
            return null;
        }

        var other = new Duration(OrderStatistics.Quantile([.. off.Select(sample => sample.Cost).Order()], 0.5));
        var (low, high) = measured < other ? (measured, other) : (other, measured);
        var between = Math.Sqrt(low.Nanoseconds * high.Nanoseconds);
        var all = _samples.Where(sample => !Stalled(sample, high)).ToList();
        var above = all.Where(sample => sample.Cost > between).Sum(sample => sample.Took.Nanoseconds);
        var share = above / all.Sum(sample => sample.Took.Nanoseconds);
        return new ClockChange(low, high, ClockChangeKind.Time, share is > 0.01 and < 0.99 ? Math.Round(share, 3) : null);
    }

    // Far above the higher level: somebody else had the processor.
    private static bool Stalled(PhaseSample sample, Duration high) => sample.Cost > 3 * high.Nanoseconds;
}

/// <summary>A batch of reads and one of the control after it.</summary>
/// <param name="Cost">What a read cost in most parts of the batch, in ns.</param>
/// <param name="Step">What a step of the control cost, in ns.</param>
internal readonly record struct PhaseSample(double Cost, Duration Took, double Step);
