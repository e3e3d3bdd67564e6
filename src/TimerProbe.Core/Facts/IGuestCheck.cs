namespace TimerProbe.Core.Facts;

/// <summary>What a guest found out about its own clocks.</summary>
public interface IGuestCheck
{
    /// <summary>The document that says so.</summary>
    Guid Id { get; }

    /// <summary>When it began to measure.</summary>
    DateTimeOffset StartedAt { get; }

    /// <summary>The machine.</summary>
    MachineFacts Machine { get; }

    /// <summary>Its clocks.</summary>
    IReadOnlyList<ClockFacts> Clocks { get; }

    /// <summary>The arithmetic that ran between the clocks.</summary>
    ControlFacts Control { get; }

    /// <summary>The verdict about the clock.</summary>
    Verdict Verdict { get; }
}
