using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SqlProfilingRule : SqlRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP305",
        Title = "Statements are recorded or profiled: the figures are inflated",
        Impact = "All statements on the instance are slower, and these figures are too high to compare with others.",
        LikelyCause = "An Extended Events session, a trace or SET STATISTICS that records every statement.",
        Meaning = """
            Something collects the plan of every statement or records every statement as it completes. The shorter the statements, the
            more that costs; it reads the clock more often than usual and slows down all work on the instance. The workloads' figures
            are too high to compare with anything, and this, not the clock, may be what makes statements slow here.
            """,
        Condition = """
            Any of these (*measured*), as far as the login may see them:

            - a running Extended Events session collects `query_post_execution_showplan`, `query_thread_profile`,
              `sp_statement_completed`, `sql_statement_completed` or a similar event (VIEW SERVER STATE);
            - a running SQL Trace records `SP:StmtCompleted`, `SQL:StmtCompleted`, their starts, or actual plans (ALTER TRACE);
            - trace flag 7412 collects live query statistics for all on SQL Server 2016 or 2017. From 2019 on, that is always on and
              does not count;
            - the Query Store of the database captures ALL queries.
            """,
        Severities = "Warning.",
        References = [SqlSources.Profiling],
    };

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
