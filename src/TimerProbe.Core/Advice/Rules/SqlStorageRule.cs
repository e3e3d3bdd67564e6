using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

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
