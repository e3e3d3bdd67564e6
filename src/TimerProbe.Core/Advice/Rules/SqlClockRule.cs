using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SqlClockRule : SqlRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP301",
        Title = "SQL Server is slowed by its clock",
        Impact =
            "Interpreted functions and commits run several times slower; CPU shows 100 %, with no waits. Code, plans and indexes are fine.",
        LikelyCause = "The VM was moved to a host with a different TSC frequency, or Windows reads a platform timer.",
        Meaning = """
            SQL Server reads the clock for every statement of an interpreted function or procedure and many times per commit. Here each
            read is expensive, so such code is several times slower, while work that does not read the clock is as fast as ever. CPU
            shows 100 %, with no waits and no ready time. Nothing is wrong with the code, the plans or the indexes.
            """,
        Condition = """
            The verdict's cause is `clock`, and work that reads no clock is not slow:

            - *measured*, when the instance runs on this machine and `timerprobe check` immediately before and after the workloads says
              slow. A cause that it found, such as a trapped counter, counts on a busy machine too; without one, this program must have
              gotten its processors;
            - *measured*, when a statement costs at least 2.5 times as much as in an earlier run of this instance, while the controls
              run alongside did not change; *inferred*, when that is known only for an iteration of the interpreted function, or for
              another engine;
            - *inferred*, when asking for the time (`SYSUTCDATETIME()`) costs at least 600 ns in a T-SQL loop and 5 times a row of the
              set-based control, and its smallest step is below 100 us. According to the documentation, the function uses the coarse
              clock, which advances in steps of 0.5 ms or more and is cheap however slow the precise one is;
            - *expected*, when one more statement costs at least 1 us and 10 times a row of the set-based control, or, where the cost of
              a statement was not measured, an iteration of the interpreted function costs 25 times such a row. No published figures
              confirm these limits yet.

            These limits apply to SQL Server itself; another engine is compared only with its own earlier runs and with the check of its
            machine. Where something records every statement, or may do so unseen, a statement's cost is not attributed to the clock.
            """,
        Severities = "Critical.",
        References = [SqlSources.Measuring, SqlSources.Utc, Sources.WindowsTimestamps, Sources.HostDistrustsTsc],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Until then, rewrite hot code to execute fewer statements",
            [new(Tools.Words, "One set-based statement instead of a loop, or a natively compiled module where the database already has a memory-optimized "
                + "filegroup, reads the clock rarely. So does combining many small commits into one transaction.")],
            ["A memory-optimized filegroup cannot be removed once it has been added. This treats the symptom, not the cause."])
        { Verify = SqlRemedies.Verify },
    ];

    protected override Observation? Observe(SqlFacts facts) => facts.Verdict is not { Cause: SqlCause.Clock } verdict ? null : new(
        Severity.Critical,
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of([
            .. SqlEvidence.Checks(facts),
            SqlEvidence.CheckFindings(facts),
            SqlEvidence.StatementCost(facts),
            SqlEvidence.ClockCall(facts),
            SqlEvidence.ClockStep(facts),
            SqlEvidence.Cost(facts, SqlWorkload.Primality),
            SqlEvidence.Earlier(facts),
            SqlEvidence.StatementAgainstEarlier(facts),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.Primality),
            SqlEvidence.Cost(facts, SqlWorkload.SetControl),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.SetControl),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
            SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient),
        ]));
}
