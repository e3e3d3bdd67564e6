using TimerProbe.Core.Facts;
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
