namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Measures precise time again, in batches so short that hardly one is interrupted, to see whether its cost changes with time. Each is
/// followed by one of the arithmetic control: what slows both is the processor's. A change is several batches in a row at another level;
/// each counts by the time it took, since by their number the cheap ones would always win. One short phase that does not come back is an
/// event, not a clock that is slow part of the time.
/// </summary>
internal sealed class PhaseProbe(ITimedCalls precise, ITimedCalls control, StopCondition stoppage)
{
    /// <summary>
    /// The time in batches after which a clock that did not change is taken as steady: twice the longest phase that a time slice of a
    /// scheduler or hypervisor makes.
    /// </summary>
    public static readonly Duration Length = Duration.FromMilliseconds(40);

    private const int Parts = 5;

    // 16 steps of Windows' 100 ns timestamp.
    private static readonly Duration ShortestPart = Duration.FromMicroseconds(1.6);

    private static readonly Duration ShortestBatch = new(Parts * ShortestPart.Nanoseconds);

    private readonly List<PhaseSample> _samples = [];
    private readonly Duration _timestampCost = TickLength.ReadCost();

    /// <summary>True when there was time for the whole look; until then, that no change was seen says nothing.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>Looks for another level than the median cost of a read measured before.</summary>
    /// <returns>Null when there was no change.</returns>
    public ClockChange? Measure(Duration measured)
    {
        var batch = (Calls: Parts * (int)Math.Clamp(ShortestPart / measured, 4, 64), Steps: FindSteps());
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
        series.FindLength(_timestampCost, ShortestBatch);
        return series.CallsPerBatch;
    }

    /// <summary>
    /// Measures a batch in parts and takes their median: repeated interruptions hit one part, even if at the same place of many batches,
    /// and a slow clock is slow in all.
    /// </summary>
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

/// <summary>
/// Phases of another cost among batches in the order of time: runs of batches at another level, long enough and at one level, while the
/// control was not slowed. Those that only interruptions part are one.
/// </summary>
/// <param name="Batches">The batches of all phases.</param>
/// <param name="Count">The number of phases.</param>
/// <param name="IsLasting">True when the last phase had not ended with the last batch.</param>
/// <param name="Share">The share of phases of the time spent in batches, 0 to 1.</param>
internal sealed record Phases(IReadOnlyList<PhaseSample> Batches, int Count, bool IsLasting, double Share)
{
    // Being interrupted hits one batch, rarely two.
    private const int LevelRun = 3;
    private const double OneLevel = 1.5;
    private const double ShortShare = 0.5;

    // A time slice of a scheduler or a hypervisor is longer, a burst of interrupts is seldom as long.
    private static readonly Duration Shortest = Duration.FromMicroseconds(200);

    /// <summary>There was one only, and a short one: it may never come back.</summary>
    public bool IsOnce => Count == 1 && Share < ShortShare;

    public static Phases From(IReadOnlyList<PhaseSample> samples, Duration measured, (int Calls, int Steps) batch)
    {
        if (samples.Count == 0)
        {
            return new Phases([], 0, IsLasting: false, Share: 0);
        }

        var slowStep = VerdictTable.SameFactor * OrderStatistics.Quantile([.. samples.Select(sample => sample.Step).Order()], 0.5);
        var (found, run, count, usual) = (new List<PhaseSample>(), new List<PhaseSample>(), 0, LevelRun);
        foreach (var sample in samples)
        {
            var isOff = VerdictTable.DifferInState(new Duration(sample.Cost), measured);
            if (isOff && sample.Step <= slowStep)
            {
                run.Add(sample);
                continue;
            }

            EndRun();
            usual += isOff ? 0 : 1;
        }

        EndRun();
        var share = found.Sum(sample => sample.Took.Nanoseconds) / samples.Sum(sample => sample.Took.Nanoseconds);
        return new Phases(found, count, usual < LevelRun, share);

        void EndRun()
        {
            if (IsPhase(run, batch))
            {
                found.AddRange(run);
                count += usual >= LevelRun ? 1 : 0;
                usual = 0;
            }

            run.Clear();
        }
    }

    /// <summary>
    /// True when a run is long enough by the cost of uninterrupted batches, and at one level: interruptions come in bursts too, but no two
    /// cost the same.
    /// </summary>
    private static bool IsPhase(List<PhaseSample> run, (int Calls, int Steps) batch)
    {
        if (run.Count < LevelRun)
        {
            return false;
        }

        double[] costs = [.. run.Select(sample => sample.Cost).Order()];
        var took = run.Count * ((OrderStatistics.Quantile(costs, 0.5) * batch.Calls) + (run[0].Step * batch.Steps));
        return took >= Shortest.Nanoseconds && OrderStatistics.Quantile(costs, 0.75) <= OneLevel * OrderStatistics.Quantile(costs, 0.25);
    }
}

/// <summary>A batch of reads and one of the control after it.</summary>
/// <param name="Cost">What a read cost in most parts of the batch, in ns.</param>
/// <param name="Took">How long the reads took.</param>
/// <param name="Step">What a step of the control cost, in ns.</param>
internal readonly record struct PhaseSample(double Cost, Duration Took, double Step);
