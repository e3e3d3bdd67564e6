using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Watching;

/// <summary>The samples that make a level, and how another sample compares with it. The first still has to be added.</summary>
internal sealed class LevelSamples(WatchSample first)
{
    private readonly List<WatchSample> _samples = [];

    public SampleMark First { get; } = first.Mark;

    public int Weight { get; private set; }

    /// <summary>The level as its samples describe it; at least one.</summary>
    public WatchLevel Level { get; private set; } = null!;

    /// <summary>Adds a sample that agrees. Figures of starved samples give way to those of served ones.</summary>
    public void Add(WatchSample sample)
    {
        Weight += sample.Served ? WatchLimits.ServedWeight : WatchLimits.StarvedWeight;
        if (sample.Served && !_samples.TrueForAll(added => added.Served))
        {
            _samples.RemoveAll(added => !added.Served);
        }

        if (_samples.Count < WatchLimits.LevelSamples && (sample.Served || _samples.TrueForAll(added => !added.Served)))
        {
            _samples.Add(sample with { Costs = [] });
            Level = Describe();
        }
    }

    public LevelStanding Compare(WatchSample sample)
    {
        if (!sample.Decided)
        {
            return LevelStanding.Unsure;
        }

        return sample.Served && _samples[0].Served ? CompareFigures(sample) : CompareVerdict(sample);
    }

    /// <summary>Whether a sample may begin a level: by its figures, or by a verdict that load cannot make.</summary>
    public static bool MayBegin(WatchSample sample) => sample.Served || IsTelling(sample.Verdict.State, sample.Verdict.Cause);

    /// <summary>
    /// Load makes any figure more expensive, but it makes no healthy clock of a trapped one and no trapped one of a healthy one: CPUID is
    /// measured beside RDTSC and is hit alike. So much is known even while starved.
    /// </summary>
    private LevelStanding CompareVerdict(WatchSample sample)
    {
        var verdict = sample.Verdict;
        return (IsTelling(verdict.State, verdict.Cause), IsTelling(Level.State, Level.Cause)) switch
        {
            (true, true) => verdict.Cause == Level.Cause ? LevelStanding.Same : LevelStanding.Away,
            _ => sample.Served ? LevelStanding.Away : LevelStanding.Unsure,
        };
    }

    private static bool IsTelling(ClockState state, ClockCause cause) => state == ClockState.Healthy || cause == ClockCause.TscTrapped;

    private LevelStanding CompareFigures(WatchSample sample)
    {
        var control = sample.Control.MedianNs / Level.ControlNs;
        var precise = Compare(sample.Intervals.PreciseTime, Level.PreciseTimeNs, control);
        var counter = sample.Intervals.TimestampCounter is { } tsc && Level.TimestampCounterNs is { } known
            ? Compare(tsc, known, control)
            : LevelStanding.Same;
        return precise > counter ? precise : counter;
    }

    /// <summary>A slower processor makes reads and arithmetic more expensive alike: what remains beyond that is the clock's.</summary>
    private static LevelStanding Compare(MedianInterval figure, Duration level, double control)
    {
        var factor = figure.Median / level;
        return IsBeyond(figure.Low, level) && factor / control > WatchLimits.ChangeFactor ? LevelStanding.Away
            : IsBeyond(level, figure.High) && factor / control < 1 / WatchLimits.ChangeFactor ? LevelStanding.Away
            : IsBeyond(figure.Median, level) || IsBeyond(level, figure.Median) ? LevelStanding.Unsure
            : LevelStanding.Same;
    }

    private static bool IsBeyond(Duration figure, Duration level) =>
        figure / level > WatchLimits.ChangeFactor && figure.Nanoseconds - level.Nanoseconds > WatchLimits.SmallestChange.Nanoseconds;

    private WatchLevel Describe()
    {
        var path = _samples[^1].Path;
        var precise = Median(sample => sample.Intervals.PreciseTime.Median)!.Value;
        var tsc = Median(sample => sample.Intervals.TimestampCounter?.Median);
        var vmExit = Median(sample => sample.Intervals.VmExit?.Median);
        var costs = new ClockCosts(precise, vmExit, tsc)
        {
            Counter = Median(sample => sample.Intervals.Counter?.Median),
            CoarseTime = Median(sample => sample.Intervals.CoarseTime),
        };
        var judgement = VerdictTable.Judge(costs, path);
        return new WatchLevel
        {
            State = judgement.State,
            Cause = judgement.Cause,
            PreciseTimeNs = precise,
            TimestampCounterNs = tsc,
            VmExitNs = vmExit,
            RatioToVmExit = path.InVirtualMachine && vmExit is { } exit && VerdictTable.IsExit(exit)
                ? Math.Round((tsc ?? precise) / exit, 4)
                : null,
            ControlNs = Median(sample => sample.Control.MedianNs)!.Value,
        };
    }

    private Duration? Median(Func<WatchSample, Duration?> figure)
    {
        double[] sorted = [.. _samples.Select(figure).OfType<Duration>().Select(value => value.Nanoseconds).Order()];
        return sorted.Length == 0 ? null : new Duration(OrderStatistics.Quantile(sorted, 0.5));
    }
}

/// <summary>From the nearest to the farthest.</summary>
internal enum LevelStanding
{
    Same,
    Unsure,
    Away,
}
