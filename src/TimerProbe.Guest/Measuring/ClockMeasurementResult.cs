using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Guest.Measuring;

/// <summary>What measuring the clocks gave.</summary>
public sealed record ClockMeasurementResult
{
    /// <summary>An entry for each clock, those that do not exist here too.</summary>
    public required IReadOnlyList<ClockFacts> Clocks { get; init; }

    /// <summary>The arithmetic between them.</summary>
    public required ControlFacts Control { get; init; }

    /// <summary>The figures a verdict rests on.</summary>
    public required ClockIntervals Intervals { get; init; }

    /// <summary>How the cost of precise time changed meanwhile; null when it did not.</summary>
    public ClockChange? Change { get; init; }

    /// <summary>The way a clock read takes here.</summary>
    public required ClockPath Path { get; init; }

    /// <summary>The wall-clock time it took, warm-up included.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The verdict that the figures lead to.</summary>
    /// <param name="cancelled">Whether the check was cancelled, now or later: what it says then is marked unclear.</param>
    /// <param name="doubt">Why no figure can be believed; null where they can.</param>
    public Verdict Judge(bool cancelled, string? doubt = null) => new VerdictJudge(Path).Judge(Intervals, Change, cancelled, doubt);
}
