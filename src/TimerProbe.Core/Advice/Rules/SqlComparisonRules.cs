namespace TimerProbe.Core.Advice;

/// <summary>TP307: the run cannot be compared.</summary>
internal sealed class SqlNotComparableRule() : SqlRule("TP307")
{
    protected override IEnumerable<PlannedRemedy> Plan =>
        [SqlRemedies.RunAgain(
            "Run again, three runs or more",
            "An earlier run is kept as is: its figures do not change.")];

    protected override Observation? Observe(SqlFacts facts) => RejectionReason(facts.Measured) is not { } why ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Text("Why not", why, "the runs"), SqlEvidence.Cost(facts, SqlWorkload.Primality), SqlEvidence.Earlier(facts)));

    private static string? RejectionReason(SqlMeasurement measured) => measured.Workload(SqlWorkload.Primality) switch
    {
        null or { Skipped: not null } => null,
        { Inlineable: true } => "the function can be inlined",
        var now when now.PerIteration() is null => "fewer than three runs with a time",
        _ when measured.Earlier is null || measured.AgainstEarlier(SqlWorkload.Primality) is not null => null,
        _ => "the earlier run has no figure to compare with",
    };
}

/// <summary>TP308: there is nothing to compare with.</summary>
internal sealed class SqlNoReferenceRule() : SqlRule("TP308")
{
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Measure from anywhere what a statement costs next to a control",
            [new(Tools.TimerProbe, "timerprobe sql --workload statementCost setControl")],
            ["Below 200 ns the clock is not slow; 1 us or more, and 10 times a row of the control, is expected of a slow one. This requires CREATE FUNCTION."])
        {
            Verify = SqlRemedies.Verify,
            Suits = facts => facts.Measured is { IsSqlServer: true, StatementCost: null },
        },
        SqlRemedies.SaveRun(),
    ];

    protected override Observation? Observe(SqlFacts facts) =>
        facts.Verdict.State != SqlState.Unclear || facts.Measured.Recorded || SqlJudge.HasReference(facts.Measured)
            ? null
            : new(Severity.Info, Confidence.Measured, EvidenceFactory.Of(
                SqlEvidence.Cost(facts, SqlWorkload.Primality),
                SqlEvidence.Cost(facts, SqlWorkload.SetControl),
                SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient)));
}

/// <summary>TP309: the server is not Microsoft's.</summary>
internal sealed class SqlCompatibleRule() : SqlRule("TP309")
{
    protected override IEnumerable<PlannedRemedy> Plan => [SqlRemedies.CheckTheMachine()];

    protected override Observation? Observe(SqlFacts facts) => !SqlEngines.IsCompatibleOnly(facts.Server.Engine) ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of([
            EvidenceFactory.Text("Engine", facts.Server.Engine, "@@VERSION"),
            .. facts.Server.Unavailable.Select(missing =>
                EvidenceFactory.Text($"Not available: {missing.What}", missing.Why, "the server")),
        ]));
}
