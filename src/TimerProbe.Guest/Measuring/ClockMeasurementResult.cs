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

    /// <summary>Whether it was cancelled before the verdict was decided.</summary>
    public required bool WasCancelled { get; init; }

    /// <summary>The wall-clock time it took, warm-up included.</summary>
    public required TimeSpan Elapsed { get; init; }
}
