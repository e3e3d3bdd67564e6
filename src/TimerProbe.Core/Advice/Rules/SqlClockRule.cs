using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP301: SQL Server is slowed by its clock.</summary>
public sealed class SqlClockRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP301",
        Title = "SQL Server is slowed by its clock",
        Meaning = """
            SQL Server reads the clock for every statement of an interpreted function or procedure and many times for a commit. Here
            reading it is dear, so such code is several times slower, while work that reads no clock is as fast as ever. CPU shows
            100 %, there are no waits and no ready time. Nothing is wrong with the code, the plans or the indexes.
            """,
        Condition = """
            The verdict's cause is `clock`, and no work that reads no clock is slow:

            - *measured*, when the instance runs on this machine and `timerprobe check` right before and after the workloads says slow. A
              cause it found, such as a trapped counter, holds on a busy machine too; without one it must not have been starved;
            - *inferred*, when asking for the time (`SYSUTCDATETIME()`) costs at least 600 ns in a T-SQL loop, all of its interval. The
              price of the function call is in that figure, which is why 300 to 600 ns decide nothing. Which clock of the operating
              system stands behind the function depends on the version;
            - *inferred*, when an iteration of the interpreted function takes at least 2.5 times as long as in an earlier run of this
              instance, while the controls beside it did not change.
            """,
        Severities = "Critical.",
        References = [SqlSources.Measuring, SqlSources.Utc, Sources.WindowsTimestamps, Sources.HostDistrustsTsc],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Until then, write hot code so that it makes fewer statements",
            [new(Tools.Words, "One set-based statement in place of a loop, or a natively compiled module where the database has a memory-optimized "
                + "filegroup already, reads few clocks. Many small commits in one transaction do too.")],
            ["A memory-optimized filegroup cannot be removed once it was added. This treats what is seen, not the cause."])
        { Verify = SqlRemedies.Verify },
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => facts.Verdict is not { Cause: SqlCause.Clock } verdict ? null : new(
        Severity.Critical,
        verdict.Confidence ?? Confidence.Inferred,
        Shown.Of([
            .. SqlShown.Checks(facts),
            SqlShown.CheckFindings(facts),
            SqlShown.ClockCall(facts),
            SqlShown.Cost(facts, SqlWorkload.Primality),
            SqlShown.Earlier(facts),
            SqlShown.AgainstEarlier(facts, SqlWorkload.Primality),
            SqlShown.AgainstEarlier(facts, SqlWorkload.SetControl),
            SqlShown.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
            SqlShown.Cost(facts, SqlWorkload.PrimalityClient),
        ]));
}
