using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Watching;

/// <summary>One short measurement among many.</summary>
public sealed record WatchSample
{
    /// <summary>Its number, from 1.</summary>
    public required long Number { get; init; }

    /// <summary>When it was taken.</summary>
    public required WatchMoment Moment { get; init; }

    /// <summary>How long after it was due, by the clock that stands still in sleep.</summary>
    public TimeSpan Late { get; init; }

    /// <summary>The figures.</summary>
    public required ClockIntervals Intervals { get; init; }

    /// <summary>The way a clock read takes here, as of this sample.</summary>
    public required ClockPath Path { get; init; }

    /// <summary>The arithmetic between the clocks.</summary>
    public required ControlFacts Control { get; init; }

    /// <summary>What each batch cost a call, by source.</summary>
    public IReadOnlyList<SourceCosts> Costs { get; init; } = [];

    /// <summary>The rate of precise against coarse time over the window that ended with this sample; null within a window.</summary>
    public DriftFacts? Drift { get; init; }

    /// <summary>The rates against a clock outside of the machine, where this sample brings a comparison.</summary>
    public ReferenceRates? AgainstReference { get; init; }

    /// <summary>Why a comparison with a clock outside failed; null when none did.</summary>
    public string? WhyNoReference { get; init; }

    /// <summary>Processor time this process has used so far.</summary>
    public TimeSpan CpuTime { get; init; }

    /// <summary>Whether the process had its processor while it measured.</summary>
    public bool Served => !Control.Starved;

    /// <summary>What the figures mean by themselves.</summary>
    public Verdict Verdict => field ??= new VerdictJudge(Path).Judge(Intervals);

    /// <summary>Whether the figures could be pinned down.</summary>
    public bool Decided => Verdict.State != ClockState.Unclear;

    /// <summary>The sample as a mark.</summary>
    public SampleMark Mark => new(Number, Moment.Wall);
}

/// <summary>What the batches of one source cost a call.</summary>
/// <param name="Source">The source.</param>
/// <param name="Nanoseconds">The cost of a call in ns, batch by batch.</param>
public sealed record SourceCosts(ClockSource Source, IReadOnlyList<double> Nanoseconds);

/// <summary>The limits of <c>watch</c>, in one place; docs/watching.md has their reasons.</summary>
public static class WatchLimits
{
    /// <summary>
    /// How many times slower or faster a read must become to be a change: ours. Turbo, a busy neighbour thread and another model of
    /// processor make less; every known cause of a slow clock makes 10 times and more.
    /// </summary>
    public const double ChangeFactor = 2;

    /// <summary>And by how much at least: a few nanoseconds are no change, however small the figure.</summary>
    public static readonly Duration SmallestChange = new(25);

    /// <summary>What a sample weighs whose control was served.</summary>
    public const int ServedWeight = 4;

    /// <summary>What a decided sample of a starved process weighs, where it weighs anything.</summary>
    public const int StarvedWeight = 1;

    /// <summary>The weight of agreeing samples that makes a level: three that were served, or twelve that were not.</summary>
    public const int LevelWeight = 3 * ServedWeight;

    /// <summary>Samples whose median describes a level; later ones change it no more, so that it cannot creep.</summary>
    public const int LevelSamples = 15;

    /// <summary>Changes in a row between the same two levels that make both of them one, mixed level.</summary>
    public const int AlternationChanges = 3;

    /// <summary>The samples within which they come: two minutes of one a second, twenty of one in ten seconds.</summary>
    public const int AlternationSamples = 120;

    /// <summary>Samples at one of two mixed levels, without one at the other, after which the clock is there: half of the above.</summary>
    public const int SettledSamples = 60;

    /// <summary>What happens this close to a change is named with it.</summary>
    public static readonly TimeSpan Neighbourhood = TimeSpan.FromMinutes(1);

    /// <summary>A wall clock that is off by more than this between two samples was set: time services slew what is less.</summary>
    public static readonly TimeSpan ClockStep = TimeSpan.FromMilliseconds(50);

    /// <summary>The rate at which a time service may slew the wall clock: chrony and Windows go further only for a moment.</summary>
    public static readonly PartsPerMillion Slew = new(1_000);

    /// <summary>A sample this late was not merely scheduled late: process or machine stood still.</summary>
    public static readonly TimeSpan StoodStill = TimeSpan.FromSeconds(5);

    /// <summary>The machine slept when the clock that counts in sleep gained this much on the one that does not.</summary>
    public static readonly TimeSpan Slept = TimeSpan.FromSeconds(1);

    /// <summary>Two clocks differ in rate when more than this is left after the uncertainty: the limit of TP107.</summary>
    public static readonly PartsPerMillion WrongRate = new(500);

    /// <summary>How many windows in a row must say so.</summary>
    public const int DriftWindows = 2;
}
