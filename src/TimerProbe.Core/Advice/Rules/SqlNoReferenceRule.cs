using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP308: there is nothing to compare with.</summary>
public sealed class SqlNoReferenceRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP308",
        Title = "There is nothing to compare the figures with",
        Impact = "These figures cannot show whether the instance is slow.",
        LikelyCause = "There is no earlier run, no native module and no check of the server's machine to compare with.",
        Meaning = """
            The workloads ran, but a number of seconds alone says nothing: a different processor or version makes as much difference as
            a clock. Figures seen in the field, 380 to 500 ns per iteration when fast and 1,600 to 2,500 ns when slow on Xeons of the
            2010s, are context, not a limit.
            """,
        Condition = """
            The verdict is `unclear`: no usable check of the server's machine, no statement cost and no conclusive control, and no
            earlier run that was normal or clearly faster. Engines other than SQL Server have no limits, only comparisons.
            """,
        Severities = "Info.",
        References = [SqlSources.Measuring],
    };

    /// <inheritdoc/>
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

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) =>
        facts.Verdict.State != SqlState.Unclear || facts.Measured.Recorded || SqlJudge.HasReference(facts.Measured)
            ? null
            : new(Severity.Info, Confidence.Measured, EvidenceFactory.Of(
                SqlEvidence.Cost(facts, SqlWorkload.Primality),
                SqlEvidence.Cost(facts, SqlWorkload.SetControl),
                SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient)));
}
