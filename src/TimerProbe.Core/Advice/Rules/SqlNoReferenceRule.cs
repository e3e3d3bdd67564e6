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
        Impact = "Whether the instance is slow cannot be told from these figures.",
        LikelyCause = "There is no earlier run, no native module and no check of the server's machine to compare with.",
        Meaning = """
            The workloads ran, but a number of seconds by itself says nothing: another processor or version makes as much difference as a
            clock. What was seen in the field, 380 to 500 ns an iteration fast and 1,600 to 2,500 ns slow on Xeons of the 2010s, is
            context and no limit.
            """,
        Condition = """
            The verdict is `unclear`: no check of the server's machine that counts, no price of a statement and no control that says
            anything, and no earlier run that was normal or clearly faster. Another engine than SQL Server has no limits, only comparisons.
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
            "Measure what a statement costs beside a control, from anywhere",
            [new(Tools.TimerProbe, "timerprobe sql --workload statementCost setControl")],
            ["Below 200 ns no clock is slow; 1 us and more, and 10 times a row of the control, is expected of a slow one. It takes CREATE FUNCTION."])
        {
            Verify = SqlRemedies.Verify,
            Suits = facts => facts.Measured is { IsSqlServer: true, StatementCost: null },
        },
        SqlRemedies.KeepARun(),
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) =>
        facts.Verdict.State != SqlState.Unclear || facts.Measured.Recorded || SqlJudge.HasReference(facts.Measured)
            ? null
            : new(Severity.Info, Confidence.Measured, EvidenceFactory.Of(
                SqlShown.Cost(facts, SqlWorkload.Primality),
                SqlShown.Cost(facts, SqlWorkload.SetControl),
                SqlShown.Cost(facts, SqlWorkload.PrimalityClient)));
}
