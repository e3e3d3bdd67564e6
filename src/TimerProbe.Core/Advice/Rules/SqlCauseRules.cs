namespace TimerProbe.Core.Advice;

/// <summary>Rules about why a SQL Server is slow.</summary>
internal static class SqlCauseRules
{
    public static readonly SqlRule Clock = new("TP301", SqlCause.Clock)
    {
        Observe = facts => facts.Verdict is not { Cause: SqlCause.Clock } verdict ? null : new(
            Severity.Critical,
            verdict.Confidence ?? Confidence.Inferred,
            [
                .. SqlEvidence.Checks(facts), .. SqlEvidence.CheckedCause(facts),
                SqlEvidence.StatementCost(facts), SqlEvidence.ClockCall(facts), SqlEvidence.ClockStep(facts),
                SqlEvidence.Cost(facts, SqlWorkload.Primality),
                SqlEvidence.Earlier(facts),
                SqlEvidence.StatementAgainstEarlier(facts),
                SqlEvidence.AgainstEarlier(facts, SqlWorkload.Primality),
                SqlEvidence.Cost(facts, SqlWorkload.SetControl),
                SqlEvidence.AgainstEarlier(facts, SqlWorkload.SetControl),
                SqlEvidence.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
                SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient),
            ])
        {
            LikelyCause = facts.CheckedCause?.LikelyCause,
            Carried = facts.CheckedCause,
        },
        Plan =
        [
            SqlRemedies.CheckTheMachine(),
            SqlRemedies.FollowTheCheck(),
            new(
                Setting.Anywhere,
                "Until then, rewrite hot code to execute fewer statements",
                [new(Tools.Words, "One set-based statement instead of a loop, or a natively compiled module where the database already has a memory-optimized "
                    + "filegroup, reads the clock rarely. So does combining many small commits into one transaction.")],
                ["A memory-optimized filegroup cannot be removed once it has been added. This treats the symptom, not the cause."])
            { Verify = SqlRemedies.Verify },
        ],
    };

    public static readonly SqlRule Cpu = new("TP302", SqlCause.Cpu)
    {
        Observe = facts => !IsShort(facts) ? null : new(Severity.Warning, Confidence.Inferred,
            [
                SqlEvidence.Cost(facts, SqlWorkload.PrimalityNative),
                SqlEvidence.Cost(facts, SqlWorkload.SetControl),
                SqlEvidence.Earlier(facts),
                SqlEvidence.AgainstEarlier(facts, SqlWorkload.SetControl),
                SqlEvidence.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
            ]),
        Plan =
        [
            new(
                Setting.Anywhere,
                "See what else is running, and whether the machine gets its processors",
                [
                    new(Tools.TimerProbe, "timerprobe watch --for 10m"),
                    new(Tools.Words,
                        "Check the VM's CPU ready time and limit in the hypervisor's console, and Task Manager or top on the machine."),
                ],
                ["A server under its normal load may be busy enough to slow the controls: if so, a run at a quieter time shows more."]),
            SqlRemedies.RunAgain("Run the workloads again at a quieter time", "Each workload holds one processor while it runs."),
        ],
    };

    private static bool IsShort(SqlFacts facts) => facts.Verdict.Cause == SqlCause.Cpu
        || (facts.Verdict.Cause == SqlCause.Clock && SqlControls.From(facts.Measured).Work == SqlReading.Slow);

    public static readonly SqlRule Storage = new("TP303", SqlCause.Storage)
    {
        Observe = facts => SqlStorage.From(facts.Measured) is not { Reading: SqlReading.Slow } storage ? null : new(
            Severity.Warning,
            Confidence.Inferred,
            [
                EvidenceFactory.Number("A commit", storage.Commit?.Median.Milliseconds, "ms", EvidenceFactory.Calculated),
                EvidenceFactory.Number("A write of the log", storage.Write?.Milliseconds, "ms", "sys.dm_io_virtual_file_stats, sys.dm_os_wait_stats"),
                SqlEvidence.Cost(facts, SqlWorkload.CommitLoop),
                SqlEvidence.Cost(facts, SqlWorkload.CommitOneTransaction),
                EvidenceFactory.Text("Database", facts.Server.Database, "connection"),
            ]),
        Plan =
        [
            new(Setting.Anywhere, "Check what the log waits for",
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
        ],
    };

    public static readonly SqlRule Undecided = new("TP310", SqlCause.Unknown)
    {
        Observe = facts =>
            facts.Verdict.Cause != SqlCause.Unknown
                || facts.Measured.Recorded
                || !SqlJudge.HasReference(facts.Measured) ? null : new(Severity.Warning, Confidence.Measured,
                [
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
            ]),
        Plan =
        [
            SqlRemedies.CheckTheMachine(),
            SqlRemedies.RunAgain("Run again, with more runs, at a quieter time", "More runs narrow the intervals; other work widens them."),
            SqlRemedies.SaveRun() with { Suits = facts => facts.Measured.Earlier is null },
        ],
    };
}
