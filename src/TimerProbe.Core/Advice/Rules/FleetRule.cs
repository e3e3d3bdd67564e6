using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>A pure function from what is known of a fleet to findings.</summary>
public abstract class FleetRule
{
    private RuleDescription? _description;

    /// <summary>What the rule is, for people: meaning, condition, remedies, references.</summary>
    public RuleDescription Description => _description ??= About with { Remedies = RemedyPlan.Groups(Plan(FleetTarget.Placeholder)) };

    /// <summary>The description but for its remedies.</summary>
    protected abstract RuleDescription About { get; }

    /// <summary>The findings; none when the rule has nothing to say.</summary>
    /// <param name="facts">What is known of the fleet.</param>
    /// <param name="clouds">The cloud that runs each vCenter, by its server; null where none is known to.</param>
    public IEnumerable<Finding> Evaluate(FleetFacts facts, IReadOnlyDictionary<string, string?> clouds) =>
        Observe(facts).Select(seen => FindingOf(seen, seen.Target with { Cloud = clouds.GetValueOrDefault(seen.Subject.Server ?? "") }));

    private Finding FindingOf(FleetObservation seen, FleetTarget target) => new()
    {
        Rule = Description.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = seen.Subject,
        Title = seen.Title ?? Description.Title,
        Evidence = seen.Evidence,
        Remedies = RemedyPlan.For(target, Plan(target)),
        References = Description.References,
    };

    /// <summary>What the rule sees in the facts.</summary>
    protected abstract IEnumerable<FleetObservation> Observe(FleetFacts facts);

    /// <summary>All remedies for a target, in the order in which to try them.</summary>
    protected abstract IEnumerable<PlannedRemedy> Plan(FleetTarget target);
}

/// <summary>What a rule about a fleet sees.</summary>
/// <param name="Subject">What it is about, with its vCenter.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Confidence">How it is known.</param>
/// <param name="Evidence">The figures that show it.</param>
/// <param name="Target">What its remedies are for.</param>
public sealed record FleetObservation(
    Subject Subject, Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence, FleetTarget Target)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }
}
