using TimerProbe.Core.Advice.Remedies;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>A pure function from what is known of a SQL Server to at most one finding.</summary>
public abstract class SqlRule
{
    private RuleDescription? _description;

    /// <summary>What the rule is, for people: meaning, condition, remedies, references.</summary>
    public RuleDescription Description => _description ??= About with { Remedies = RemedyPlan.Groups(Plan) };

    /// <summary>The description but for its remedies.</summary>
    protected abstract RuleDescription About { get; }

    /// <summary>All remedies, in the order in which to try them.</summary>
    protected abstract IEnumerable<PlannedRemedy> Plan { get; }

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(SqlFacts facts) => Observe(facts) is { } seen ? FindingOf(seen, About, facts) : null;

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    protected abstract Observation? Observe(SqlFacts facts);

    private Finding FindingOf(Observation seen, RuleDescription about, SqlFacts facts) => new()
    {
        Rule = about.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = new Subject(SubjectKind.SqlServer, facts.Server.Name, Id: null),
        Title = seen.Title ?? about.Title,
        Impact = about.Impact,
        LikelyCause = about.LikelyCause,
        Evidence = seen.Evidence,
        Remedies = RemedyPlan.For(facts, Plan),
        References = about.References,
    };
}
