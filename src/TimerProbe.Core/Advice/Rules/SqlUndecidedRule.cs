using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SqlUndecidedRule : SqlRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP310",
        Title = "The figures do not show whether, or why, SQL Server is slow",
        Impact = "It is undecided whether the instance is slow, or why.",
        LikelyCause = "Figures contradict each other, or span a limit.",
        Meaning = """
            There is something to compare with, but a figure's interval spans a limit, figures contradict each other, or the server is
            slower than before and nothing shows why.
            """,
        Condition = """
            The verdict is `unclear` although there is a reference, or `slow` with the cause `unknown`. Its sentence names the figure.
            The figures are *measured*.
            """,
        Severities = "Warning.",
        References = [SqlSources.Measuring],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        SqlRemedies.RunAgain("Run again, with more runs, at a quieter time", "More runs narrow the intervals; other work widens them."),
    ];

    protected override Observation? Observe(SqlFacts facts) =>
        facts.Verdict.Cause != SqlCause.Unknown
            || facts.Measured.Recorded
            || !SqlJudge.HasReference(facts.Measured) ? null : new(Severity.Warning, Confidence.Measured, EvidenceFactory.Of([
            EvidenceFactory.Text("Verdict", facts.Verdict.Because, EvidenceFactory.Calculated),
            .. SqlEvidence.Checks(facts),
            SqlEvidence.StatementCost(facts),
            SqlEvidence.StatementAgainstEarlier(facts),
            SqlEvidence.ClockCall(facts),
            SqlEvidence.ClockStep(facts),
            SqlEvidence.Cost(facts, SqlWorkload.Primality),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.Primality),
            SqlEvidence.Cost(facts, SqlWorkload.SetControl),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.SetControl),
            SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient),
        ]));
}
