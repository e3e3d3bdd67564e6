using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Watching;

/// <summary>What is known when watching begins.</summary>
public sealed record WatchStart
{
    /// <summary>The run's id: a UUID of version 7.</summary>
    public required Guid Run { get; init; }

    /// <summary>The program that watches.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The machine.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>When it is.</summary>
    public required WatchMoment Moment { get; init; }

    /// <summary>The processor time this process has used so far.</summary>
    public required TimeSpan CpuTime { get; init; }

    /// <summary>The time between two samples.</summary>
    public required TimeSpan Every { get; init; }

    /// <summary>The time between two summaries.</summary>
    public required TimeSpan SummaryEvery { get; init; }

    /// <summary>Whether every sample is a line too.</summary>
    public bool Samples { get; init; }
}
