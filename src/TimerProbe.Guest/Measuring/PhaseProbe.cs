using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Measures precise time again, in batches so short that hardly one is interrupted, to see whether its cost changes with time. Each is
/// followed by one of the arithmetic control: what slows both is the processor's. A change is several batches in a row at another level;
/// each counts by the time it took, since by their number the cheap ones would always win.
/// </summary>
/// <param name="precise">Precise time.</param>
/// <param name="control">The arithmetic.</param>
/// <param name="stoppage">When it has to end.</param>
internal sealed class PhaseProbe(ITimedCalls precise, ITimedCalls control, Stoppage stoppage)
{
    /// <summary>Batches in a row at another level that make a change: being interrupted hits one, rarely two.</summary>
    public const int LevelRun = 3;

    /// <summary>The time spent in batches after which a clock that did not change is taken as steady: twice the longest phase that a scheduler or a hypervisor's time slice makes.</summary>
    public static readonly Duration Length = Duration.FromMilliseconds(40);

    private const double OneLevel = 1.5;

    // A time slice of a scheduler or a hypervisor is longer, a burst of interrupts is seldom as long.
    private static readonly Duration ShortestPhase = Duration.FromMicroseconds(200);

    // 40 steps of Windows' 100 ns timestamp.
    private static readonly Duration ShortestBatch = Duration.FromMicroseconds(4);

    private readonly List<Sample> _samples = [];

    /// <summary>Whether there was time for the whole look; before it is true, that no change was seen says nothing.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>Looks for another level than the one measured before.</summary>
    /// <param name="measured">The median cost of a read as measured so far.</param>
    /// <returns>The change; null when there was none.</returns>
    public ClockChange? Measure(Duration measured)
    {
        var calls = (int)Math.Clamp(ShortestBatch / measured, 16, 256);
        var steps = FindSteps();
        _ = precise.Run(calls);
        var spent = Duration.Zero;
        while (spent < Length && !stoppage.IsDue)
        {
            var sample = Take(calls, steps);
            _samples.Add(sample);
            spent = new Duration(spent.Nanoseconds + Math.Min(sample.Took.Nanoseconds, Length.Nanoseconds / 20));
        }

        IsComplete = spent >= Length;
        return Describe(measured, (calls, steps));
    }

    private int FindSteps()
    {
        var series = new BatchSeries(control);
        series.FindLength(Duration.Zero, ShortestBatch);
        return series.CallsPerBatch;
    }

    private Sample Take(int calls, int steps)
    {
        var took = precise.Run(calls);
        var step = control.Run(steps).Nanoseconds / steps;
        return new Sample(took.Nanoseconds / calls, took, step);
    }

    private ClockChange? Describe(Duration measured, (int Calls, int Steps) batch)
    {
        if (_samples.Count == 0)
        {
            return null;
        }

        var normal = OrderStatistics.Quantile([.. _samples.Select(sample => sample.Step).Order()], 0.5);
        var off = Phases(measured, VerdictTable.SameFactor * normal, batch);
        if (off.Count == 0)
        {
            return null;
        }

        var other = new Duration(OrderStatistics.Quantile([.. off.Select(sample => sample.Cost).Order()], 0.5));
        var (low, high) = measured < other ? (measured, other) : (other, measured);
        var between = Math.Sqrt(low.Nanoseconds * high.Nanoseconds);
        var all = _samples.Where(sample => !Stalled(sample, high)).ToList();
        var share = all.Where(sample => sample.Cost > between).Sum(sample => sample.Took.Nanoseconds) / all.Sum(sample => sample.Took.Nanoseconds);
        return new ClockChange(low, high, ClockChangeKind.Time, share is > 0.01 and < 0.99 ? Math.Round(share, 3) : null);
    }

    // Far above the higher level: somebody else had the processor.
    private static bool Stalled(Sample sample, Duration high) => sample.Cost > 3 * high.Nanoseconds;

    /// <summary>The batches of all phases: runs of them at another level while the control was not slowed.</summary>
    private List<Sample> Phases(Duration measured, double slowStep, (int Calls, int Steps) batch)
    {
        var (found, start) = (new List<Sample>(), 0);
        for (var i = 0; i <= _samples.Count; i++)
        {
            if (i < _samples.Count && VerdictTable.DifferInState(new Duration(_samples[i].Cost), measured) && _samples[i].Step <= slowStep)
            {
                continue;
            }

            var run = _samples.GetRange(start, i - start);
            found.AddRange(IsPhase(run, batch) ? run : []);
            start = i + 1;
        }

        return found;
    }

    /// <summary>Whether a run is long enough, by what its batches cost when nobody interrupts them, and at one level: interruptions come in bursts too, but no two cost the same.</summary>
    private static bool IsPhase(List<Sample> run, (int Calls, int Steps) batch)
    {
        if (run.Count < LevelRun)
        {
            return false;
        }

        double[] costs = [.. run.Select(sample => sample.Cost).Order()];
        var took = run.Count * ((OrderStatistics.Quantile(costs, 0.5) * batch.Calls) + (run[0].Step * batch.Steps));
        return took >= ShortestPhase.Nanoseconds
            && OrderStatistics.Quantile(costs, 0.75) <= OneLevel * OrderStatistics.Quantile(costs, 0.25);
    }

    private readonly record struct Sample(double Cost, Duration Took, double Step);
}
