namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a guest may look at.</summary>
public sealed record GuestFacts
{
    public required MachineFacts Machine { get; init; }

    public required IReadOnlyList<ClockFacts> Clocks { get; init; }

    /// <summary>The arithmetic between them.</summary>
    public required ControlFacts Control { get; init; }

    public required Verdict Verdict { get; init; }

    /// <summary>How the cost of precise time changed while it was measured; null when it did not.</summary>
    public ClockChange? Change { get; init; }

    /// <summary>Each processor's cost; null when neither asked for nor needed.</summary>
    public IReadOnlyList<ProcessorClockFacts>? PerProcessor { get; init; }

    /// <summary>Several threads at once; null when not asked for.</summary>
    public IReadOnlyList<ScalingFacts>? Scaling { get; init; }

    /// <summary>The rate of its clocks; null when not asked for.</summary>
    public DriftFacts? Drift { get; init; }

    /// <summary>Whether the time is right; null when not looked at.</summary>
    public TimeFacts? Time { get; init; }

    internal bool IsStarved => Control.Starved || Starvation.IsUnder(Machine);

    /// <summary>The facts of one clock; null when it is not listed.</summary>
    public ClockFacts? Clock(ClockSource source) => Clocks.FirstOrDefault(clock => clock.Source == source);
}
