namespace TimerProbe.Core.Advice;

internal sealed class SqlProfilingRule() : SqlRule("TP305")
{
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "Stop it if nobody needs it, and run again",
            [
                new(Tools.TSql, """
                    -- an Extended Events session:
                    ALTER EVENT SESSION [SESSION] ON SERVER STATE = STOP;
                    -- a SQL Trace, by its number:
                    -- EXEC sp_trace_setstatus @traceid = 2, @status = 0;
                    -- the Query Store of the database of --database:
                    -- ALTER DATABASE [DATABASE] SET QUERY_STORE (QUERY_CAPTURE_MODE = AUTO);
                    """),
            ],
            [
                "Ask who started it. A session starts again automatically if its STARTUP_STATE is ON; a trace may belong to a monitoring product.",
                "Trace flag 7412 is usually a startup parameter. That it is noticeable in short statements is expected, not tried: Microsoft mentions a few percent.",
            ])
        { Verify = SqlRemedies.Verify },
    ];

    protected override Observation? Observe(SqlFacts facts) => !facts.Measured.Recorded ? null : new(
        Severity.Warning,
        Confidence.Measured,
        EvidenceFactory.Of(
            facts.Server.ProfilingSessions is { Count: > 0 } sessions
                ? EvidenceFactory.Names("Sessions", [.. sessions], "sys.dm_xe_sessions")
                : null,
            facts.Server.StatementTraces is { Count: > 0 } traces ? EvidenceFactory.Names("SQL traces", [.. traces], "sys.traces") : null,
            facts.Server.LiveQueryStatistics == true
                ? EvidenceFactory.Text("Live query statistics", "trace flag 7412", "DBCC TRACESTATUS")
                : null,
            SqlRecording.StoreCapturesAll(facts.Server)
                ? EvidenceFactory.Text("Query Store", "captures all queries", "sys.database_query_store_options")
                : null,
            SqlEvidence.StatementCost(facts),
            SqlEvidence.Cost(facts, SqlWorkload.Primality)));
}
