using TimerProbe.Core.Advice.Remedies;
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

    /// <summary>How the cost of precise time changed while it was measured; null when it did not.</summary>
    public ClockChange? Change { get; init; }

    /// <summary>Each processor's cost; null when neither asked for nor needed.</summary>
    public IReadOnlyList<ProcessorClockFacts>? PerProcessor { get; init; }

    /// <summary>Several threads at once; null when not asked for.</summary>
    public IReadOnlyList<ScalingFacts>? Scaling { get; init; }

    /// <summary>The rate of its clocks; null when not asked for.</summary>
    public DriftFacts? Drift { get; init; }

    /// <summary>The facts of one clock; null when it is not listed.</summary>
    public ClockFacts? Clock(ClockSource source) => Clocks.FirstOrDefault(clock => clock.Source == source);
}

/// <summary>A pure function from what is known of a guest to at most one finding.</summary>
public abstract class GuestRule
{
    private RuleDescription? _description;

    /// <summary>What the rule is, for people: meaning, condition, remedies, references.</summary>
    public RuleDescription Description => _description ??= About with { Remedies = RemedyPlan.Groups(Plan(VmName.Placeholder)) };

    /// <summary>The description but for its remedies.</summary>
    protected abstract RuleDescription About { get; }

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(GuestFacts facts) => Observe(facts) is not { } seen ? null : new Finding
    {
        Rule = Description.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = new Subject(SubjectKind.Guest, facts.Machine.Name, Id: null),
        Title = seen.Title ?? Description.Title,
        Evidence = seen.Evidence,
        Remedies = RemedyPlan.For(facts, Plan(VmName.Of(facts.Machine))),
        References = Sources.For(facts.Machine, Description.References),
    };

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    protected abstract Observation? Observe(GuestFacts facts);

    /// <summary>All remedies for all settings, in the order in which to try them.</summary>
    protected abstract IEnumerable<PlannedRemedy> Plan(VmName vm);
}

/// <summary>What a rule sees.</summary>
/// <param name="Severity">How much it matters.</param>
/// <param name="Confidence">How it is known.</param>
/// <param name="Evidence">The figures that show it.</param>
public sealed record Observation(Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }
}
