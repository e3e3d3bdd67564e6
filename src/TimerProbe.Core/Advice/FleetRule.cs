namespace TimerProbe.Core.Advice;

/// <summary>A pure function from what is known of a fleet to findings.</summary>
public abstract class FleetRule
{
    /// <summary>What the rule is, for people: meaning, condition, remedies, references.</summary>
    public abstract RuleDescription Description { get; }

    /// <summary>The findings; none when the rule has nothing to say.</summary>
    public abstract IEnumerable<Finding> Evaluate(FleetFacts facts);
}
