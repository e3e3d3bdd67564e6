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

internal sealed class SqlCpuRule : SqlRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP302",
        Title = "SQL Server is short of CPU: work that reads no clock is slow too",
        Impact = "All work on the instance is slow, whether it reads the clock or not.",
        LikelyCause = "Other work on the machine, a CPU limit or quota, a busy host, or a power-saving policy.",
        Meaning = """
            The controls, which read no clock, are slow. Something keeps the server from getting its processors: other work on the
            machine, a limit or quota, an overloaded host, or a power policy that keeps the processor slow. Whether the clock is slow as
            well cannot be determined until they are fast.
            """,
        Condition = """
            The verdict's cause is `cpu`:

            - *inferred*, when a natively compiled function of SQL Server takes at least 120 ns to test a divisor, twice the slowest
              division;
            - *inferred*, when a control takes at least 1.5 times as long as in an earlier run of this instance.

            Only the server's own work shows this. That this program was kept from its processors during the workloads says nothing
            about the server.
            """,
        Severities = "Warning.",
        References = [SqlSources.Measuring, SqlSources.Cycles, Sources.CpuCounters],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "See what else is running, and whether the machine gets its processors",
            [
                new(Tools.TimerProbe, "timerprobe check --budget 2s"),
                new(Tools.Words,
                    "Check the VM's CPU ready time and limit in the hypervisor's console, and Task Manager or top on the machine."),
            ],
            ["A server under its normal load may be busy enough to slow the controls: if so, a run at a quieter time tells more."]),
        SqlRemedies.RunAgain("Run the workloads again at a quieter time", "Each workload holds one processor while it runs."),
    ];

    protected override Observation? Observe(SqlFacts facts) => facts.Verdict is not { Cause: SqlCause.Cpu } verdict ? null : new(
        Severity.Warning,
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of([
            SqlEvidence.Cost(facts, SqlWorkload.PrimalityNative),
            SqlEvidence.Cost(facts, SqlWorkload.SetControl),
            SqlEvidence.Earlier(facts),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.SetControl),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
        ]));
}

internal sealed class SqlStorageRule : SqlRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP303",
        Title = "Commits are slow: the log's storage, not the clock",
        Impact = "Each commit waits for the log to be written; work within one transaction is fast.",
        LikelyCause = "Slow storage under the transaction log, or a synchronous replica.",
        Meaning = """
            A row that is committed individually takes long; the same row within one transaction does not. The difference is the wait
            for the log to reach the disk (or a synchronous replica). A slow clock makes commits more expensive by tenths of a
            millisecond, never by this much.
            """,
        Condition = """
            A commit, the difference between the two loops, costs at least 10 ms over its whole interval, and a row in one transaction
            costs less than 1 ms. *Inferred*: that it is the log's disk follows from what the loops share. In tempdb, commits do not
            wait for the log, so there is little to see there.
            """,
        Severities = "Warning.",
        References = [SqlSources.SlowDisk, SqlSources.Measuring],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "Check what the log waits for",
            [
                new(Tools.TSql, """
                    SELECT database_id, file_id, num_of_writes, io_stall_write_ms / NULLIF(num_of_writes, 0) AS ms_a_write
                    FROM sys.dm_io_virtual_file_stats(NULL, NULL) WHERE file_id = 2;
                    SELECT wait_type, waiting_tasks_count, wait_time_ms FROM sys.dm_os_wait_stats
                    WHERE wait_type IN (N'WRITELOG', N'HADR_SYNC_COMMIT');
                    """),
            ],
            ["The figures accumulate from the start of the instance: take them twice and compare."])
        { Verify = SqlRemedies.Verify },
    ];

    protected override Observation? Observe(
        SqlFacts facts) => SqlStorage.From(facts.Measured) is not { Reading: SqlReading.Slow } storage ? null : new(
        Severity.Warning,
        Confidence.Inferred,
        EvidenceFactory.Of(
            EvidenceFactory.Number("A commit", storage.Commit?.Median.Milliseconds, "ms", EvidenceFactory.Calculated),
            SqlEvidence.Cost(facts, SqlWorkload.CommitLoop),
            SqlEvidence.Cost(facts, SqlWorkload.CommitOneTransaction),
            EvidenceFactory.Text("Database", facts.Server.Database, "connection")));
}

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
