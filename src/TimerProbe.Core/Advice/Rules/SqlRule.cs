namespace TimerProbe.Core.Advice;

/// <summary>A pure function from what is known of a SQL Server to at most one finding.</summary>
/// <param name="id">The stable id, such as <c>TP301</c>.</param>
/// <param name="cause">The cause of a slow server that it explains; none for a rule about something else.</param>
internal abstract class SqlRule(string id, SqlCause cause = SqlCause.None) : Rule(id)
{
    public SqlCause Cause => cause;

    private protected sealed override IEnumerable<PlannedRemedy> AllRemedies => Plan;

    protected abstract IEnumerable<PlannedRemedy> Plan { get; }

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(SqlFacts facts) => Observe(facts) is { } seen ? FindFinding(seen, facts) : null;

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    protected abstract Observation? Observe(SqlFacts facts);

    private Finding FindFinding(Observation seen, SqlFacts facts) => new()
    {
        Rule = About.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = new Subject(SubjectKind.SqlServer, facts.Server.Name, Id: null),
        Title = seen.Title ?? About.Title,
        Impact = About.Impact,
        LikelyCause = seen.LikelyCause ?? About.LikelyCause,
        Evidence = seen.Evidence,
        Remedies = [.. (seen.Carried?.Remedies ?? []).Concat(Rank(Plan.Where(remedy => remedy.Suits?.Invoke(facts) != false)))
            .Select((remedy, index) => remedy with { Rank = index + 1 })],
        References = [.. About.References.Concat(seen.Carried?.References ?? []).Distinct()],
    };
}
