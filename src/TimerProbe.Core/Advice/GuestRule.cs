using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a guest may look at.</summary>
public sealed record GuestFacts
{
    /// <summary>The machine.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>Its clocks, one entry a source.</summary>
    public required IReadOnlyList<ClockFacts> Clocks { get; init; }

    /// <summary>The arithmetic between them.</summary>
    public required ControlFacts Control { get; init; }

    /// <summary>What the verdict table says.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>Each processor's cost; null when not asked for.</summary>
    public IReadOnlyList<ProcessorClockFacts>? PerProcessor { get; init; }

    /// <summary>Several threads at once; null when not asked for.</summary>
    public IReadOnlyList<ScalingFacts>? Scaling { get; init; }

    /// <summary>Precise against coarse time; null when not asked for.</summary>
    public DriftFacts? Drift { get; init; }

    /// <summary>The facts of one clock; null when it is not listed.</summary>
    public ClockFacts? Clock(ClockSource source) => Clocks.FirstOrDefault(clock => clock.Source == source);
}

/// <summary>A pure function from what is known of a guest to at most one finding.</summary>
public abstract class GuestRule
{
    /// <summary>What the rule is, for people: id, meaning, references.</summary>
    public abstract RuleDescription Description { get; }

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public abstract Finding? Evaluate(GuestFacts facts);
}
