using System.Text.Json.Serialization;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>The first level was found: what later changes are changes from. Its time is that of its first sample.</summary>
public sealed record WatchLevelFound : WatchLine
{
    /// <summary>The level.</summary>
    public required WatchLevel Level { get; init; }

    /// <summary>The sample that made it certain.</summary>
    public required SampleMark Confirmed { get; init; }
}

/// <summary>Reading the clock became more expensive or cheaper. Its time and sample are the first at the new level.</summary>
public sealed record WatchChanged : WatchLine
{
    /// <summary>The level before.</summary>
    public required WatchLevel From { get; init; }

    /// <summary>The level since.</summary>
    public required WatchLevel To { get; init; }

    /// <summary>The last sample at the level before: it happened after this one.</summary>
    public required SampleMark LastBefore { get; init; }

    /// <summary>The sample that made it certain.</summary>
    public required SampleMark Confirmed { get; init; }

    /// <summary>What else was seen within a minute of it so far.</summary>
    public required IReadOnlyList<WatchNeighbour> Near { get; init; }
}

/// <summary>Two clocks began, or ceased, to run at different rates.</summary>
public sealed record WatchDrifted : WatchLine
{
    /// <summary>Which two.</summary>
    public required RatePair Pair { get; init; }

    /// <summary>Whether they run apart from now on, or together again.</summary>
    public required bool Apart { get; init; }

    /// <summary>The rate of the first against the second.</summary>
    public required PartsPerMillion RatePpm { get; init; }

    /// <summary>Half the width of what the readings allow.</summary>
    public required PartsPerMillion UncertaintyPpm { get; init; }

    /// <summary>The length of the last window that said so.</summary>
    public required double OverSeconds { get; init; }

    /// <summary>What else was seen within a minute of it so far.</summary>
    public required IReadOnlyList<WatchNeighbour> Near { get; init; }
}

/// <summary>The wall clock was set.</summary>
public sealed record WatchClockStepped : WatchLine
{
    /// <summary>By how much; positive when it was set forward.</summary>
    public required double ByMs { get; init; }

    /// <summary>What else was seen within a minute of it so far.</summary>
    public required IReadOnlyList<WatchNeighbour> Near { get; init; }
}

/// <summary>The machine slept, or this process stood still. Its time is that of waking up.</summary>
public sealed record WatchSuspended : WatchLine
{
    /// <summary>For how long.</summary>
    public required double ForSeconds { get; init; }

    /// <summary>What showed it.</summary>
    public required SuspensionSign SeenBy { get; init; }

    /// <summary>What else was seen within a minute of it so far.</summary>
    public required IReadOnlyList<WatchNeighbour> Near { get; init; }
}

/// <summary>What VMware Tools report of the host has changed: a vMotion, a resume or a revert.</summary>
public sealed record WatchHostChanged : WatchLine
{
    /// <summary>The session before; null when it is not reported.</summary>
    public required string? SessionIdBefore { get; init; }

    /// <summary>The session now: another one after a vMotion, a resume or a revert.</summary>
    public required string? SessionId { get; init; }

    /// <summary>The host's processor speed before, to the MHz; null when it is not reported.</summary>
    public required Frequency? HostHzBefore { get; init; }

    /// <summary>The host's processor speed now.</summary>
    public required Frequency? HostHz { get; init; }

    /// <summary>The TSC frequency that the hypervisor reports to this machine; the power-on rate.</summary>
    public required Frequency? VirtualTscHz { get; init; }

    /// <summary>When it was last asked before: it happened after this.</summary>
    public required DateTimeOffset LastBefore { get; init; }

    /// <summary>What else was seen within a minute of it so far.</summary>
    public required IReadOnlyList<WatchNeighbour> Near { get; init; }
}

/// <summary>The rates of the clocks against each other.</summary>
/// <param name="OverSeconds">The length of the window.</param>
/// <param name="PreciseAgainstCoarsePpm">Positive when precise time runs ahead; null when it was not compared.</param>
/// <param name="UncertaintyPpm">Half the width of what the readings allow; null when it was not compared.</param>
/// <param name="WallAgainstMonotonicPpm">Positive when the wall clock runs ahead; null when it was set within the window.</param>
public sealed record WatchRates(
    double OverSeconds, PartsPerMillion? PreciseAgainstCoarsePpm, PartsPerMillion? UncertaintyPpm, PartsPerMillion? WallAgainstMonotonicPpm)
{
    /// <summary>
    /// The time over which clocks were compared with one outside of the machine; null without one, and before there was a rate.
    /// </summary>
    public double? ReferenceOverSeconds { get; init; }

    /// <summary>Positive when the counter that no time service corrects runs ahead of the clock outside.</summary>
    public PartsPerMillion? CounterAgainstReferencePpm { get; init; }

    /// <summary>Positive when precise time runs ahead of the clock outside.</summary>
    public PartsPerMillion? PreciseAgainstReferencePpm { get; init; }

    /// <summary>Half the width of what the readings of the clock outside allow.</summary>
    public PartsPerMillion? ReferenceUncertaintyPpm { get; init; }

    /// <summary>Why the last comparison with the clock outside failed; null when it did not, and where none was asked for.</summary>
    public string? WhyNoReference { get; init; }
}

/// <summary>Two clocks whose rates are compared.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<RatePair>))]
public enum RatePair
{
    /// <summary>The wall clock at full resolution against the one as of the last tick.</summary>
    PreciseAgainstCoarse,

    /// <summary>The wall clock against the monotonic one.</summary>
    WallAgainstMonotonic,

    /// <summary>The counter that no time service corrects against a clock outside of the machine.</summary>
    CounterAgainstReference,
}

/// <summary>What showed that machine or process stood still.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SuspensionSign>))]
public enum SuspensionSign
{
    /// <summary>The clock that counts in sleep gained on the one that does not: the machine slept.</summary>
    SleepClock,

    /// <summary>A sample was far later than due: the process or the whole machine was stopped.</summary>
    LateSample,
}
