using TimerProbe.Core.Facts;
using TimerProbe.Core.Publishing;

namespace TimerProbe.Core.Watching;

/// <summary>How things stand at a sample, for gauges.</summary>
public sealed record WatchSnapshot
{
    /// <summary>The machine.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>The version of the program that watches.</summary>
    public required string Version { get; init; }

    /// <summary>When watching began.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The last sample; null before the first.</summary>
    public required WatchSample? Last { get; init; }

    /// <summary>The level; null before there was one.</summary>
    public required WatchLevel? Level { get; init; }

    /// <summary>Since when it is at this level; null before there was one.</summary>
    public required DateTimeOffset? LevelSince { get; init; }

    /// <summary>All samples.</summary>
    public required SampleCounts Samples { get; init; }

    /// <summary>How many lines of each kind were written.</summary>
    public required IReadOnlyDictionary<string, int> Events { get; init; }

    /// <summary>The costs of all samples that were served.</summary>
    public required IReadOnlyList<ClockHistogram> Clocks { get; init; }

    /// <summary>The last comparison of the clocks' rates; null before there was one.</summary>
    public required WatchRates? Rates { get; init; }

    /// <summary>What watching cost since it began.</summary>
    public required WatchCost Cost { get; init; }

    /// <summary>What a run leaves with its hypervisor; null before there was a level.</summary>
    /// <param name="run">The run's id.</param>
    public PublishedCheck? ToPublish(Guid run) => Level is not { } level ? null : new PublishedCheck
    {
        MeasuredAt = Last?.Moment.Wall ?? StartedAt,
        Id = run,
        State = level.State,
        Cause = level.Cause,
        PreciseTime = level.PreciseTimeNs,
        TimestampCounter = level.TimestampCounterNs,
        VmExit = level.VmExitNs,
        VirtualTscHz = Machine.Hypervisor.VirtualTscHz,
        ToolVersion = Version,
    };
}
