namespace TimerProbe.Core.Advice;

/// <summary>A rule about a SQL Server: a pure function from what is known of it to at most one finding.</summary>
/// <param name="cause">The cause of a slow server that it explains; none for a rule about something else.</param>
internal sealed class SqlRule(string id, SqlCause cause = SqlCause.None) : Rule(id)
{
    public SqlCause Cause => cause;

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    public required Func<SqlFacts, Observation?> Observe { private get; init; }

    public required IReadOnlyList<PlannedRemedy> Plan { private get; init; }

    protected override IEnumerable<PlannedRemedy> AllRemedies => Plan;

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(SqlFacts facts) => Observe(facts) is not { } seen ? null : CreateFinding(
        seen,
        new Subject(SubjectKind.SqlServer, facts.Server.Name, Id: null),
        [
            .. (seen.Carried?.Remedies ?? []).Concat(Rank(Plan.Where(remedy => remedy.Suits?.Invoke(facts) != false)))
                .Select((remedy, index) => remedy with { Rank = index + 1 }),
        ],
        [.. About.References.Concat(seen.Carried?.References ?? []).Distinct()]);
}
