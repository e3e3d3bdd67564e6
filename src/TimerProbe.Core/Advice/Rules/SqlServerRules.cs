namespace TimerProbe.Core.Advice;

/// <summary>Rules about what makes figures of a SQL Server unfit to compare.</summary>
internal static class SqlServerRules
{
    public static readonly SqlRule TimeSource = new("TP304")
    {
        Observe = facts =>
            !string.Equals(facts.Server.TimeSource, "MULTIMEDIA_TIMER", StringComparison.OrdinalIgnoreCase) ? null : new(
                Severity.Warning,
                Confidence.Inferred,
                EvidenceFactory.Text("time_source_desc", facts.Server.TimeSource, SqlEvidence.SysInfo),
                EvidenceFactory.Time("The instance started", facts.Server.StartedAt, SqlEvidence.SysInfo),
                SqlEvidence.ClockCall(facts)),
        Plan =
        [
            SqlRemedies.CheckTheMachine(),
            new(
                Setting.Anywhere,
                "Once the clock is healthy, restart SQL Server (instance downtime)",
                [new(Tools.Words,
                    "Restart the instance's service in its maintenance window, using SQL Server Configuration Manager or the cluster manager.")],
                ["The instance is down during the restart.", "If the clock is still slow, it may make the same choice again."])
            { Verify = SqlRemedies.Verify },
        ],
    };

    public static readonly SqlRule Profiling = new("TP305")
    {
        Observe = facts => !facts.Measured.Recorded ? null : new(Severity.Warning, Confidence.Measured,
            [
                facts.Server.ProfilingSessions is { Count: > 0 } sessions
                    ? EvidenceFactory.Names("Sessions", [.. sessions], "sys.dm_xe_sessions")
                    : null,
                facts.Server.StatementTraces is { Count: > 0 } traces ? EvidenceFactory.Names("SQL traces", [.. traces], "sys.traces") : null,
                facts.Server.LiveQueryStatistics == true
                    ? EvidenceFactory.Text("Live query statistics", "trace flag 7412", "DBCC TRACESTATUS")
                    : null,
                facts.Server.StoreCapturesAll()
                    ? EvidenceFactory.Text("Query Store", "captures all queries", "sys.database_query_store_options")
                    : null,
                SqlEvidence.StatementCost(facts),
                SqlEvidence.Cost(facts, SqlWorkload.Primality),
            ]),
        Plan =
        [
            new(Setting.Anywhere, "Stop it if nobody needs it, and run again",
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
        ],
    };

    public static readonly SqlRule Rights = new("TP306")
    {
        Observe = facts => facts.Server.MissingRights.Count == 0 ? null : new(Severity.Info, Confidence.Measured,
            facts.Server.MissingRights.Select(missing => EvidenceFactory.Text(missing.Right, missing.For, "refused by the server"))),
        Plan =
        [
            new(Setting.Anywhere, "Let the login's user make what the workloads need",
                [
                    new(Tools.TSql, """
                        USE [DATABASE];
                        GRANT CREATE FUNCTION, CREATE PROCEDURE, CREATE TABLE TO [USER];
                        GRANT ALTER, EXECUTE, SELECT, INSERT, DELETE ON SCHEMA::dbo TO [USER];
                        """),
                ],
                ["The workloads drop all that they make. A database of its own keeps them apart from other objects: pass it as `--database`."])
            { Verify = SqlRemedies.Verify, Suits = facts => Lacks(facts, "CREATE ") },
            new(Setting.Anywhere, "Let the login see the server's state",
                [
                    new(Tools.TSql, """
                        USE master;
                        -- SQL Server 2022 and later:
                        GRANT VIEW SERVER PERFORMANCE STATE TO [LOGIN];
                        -- earlier versions:
                        -- GRANT VIEW SERVER STATE TO [LOGIN];
                        """),
                ],
                [
                    "The permission only allows viewing; it cannot change anything. Anyone with CONTROL SERVER can grant it.",
                    "On Azure SQL Database, the permission is VIEW DATABASE STATE, in the database itself; the small service objectives require the "
                        + "server role ##MS_ServerStateReader## instead.",
                ])
            { Verify = SqlRemedies.Verify, Suits = facts => Lacks(facts, "VIEW ") },
        ],
    };

    private static bool Lacks(SqlFacts facts, string kind) =>
        facts.Server.MissingRights.Any(missing => missing.Right.StartsWith(kind, StringComparison.Ordinal));

    public static readonly SqlRule NotComparable = new("TP307")
    {
        Observe = facts => RejectionReason(facts.Measured) is not { } why ? null : new(Severity.Info, Confidence.Measured,
            [
                EvidenceFactory.Text("Why not", why, "the runs"), SqlEvidence.Cost(facts, SqlWorkload.Primality), SqlEvidence.Earlier(facts),
            ]),
        Plan = [SqlRemedies.RunAgain("Run again, three runs or more", "An earlier run is kept as is: its figures do not change.")],
    };

    private static string? RejectionReason(SqlMeasurement measured) => measured.Workload(SqlWorkload.Primality) switch
    {
        null or { Skipped: not null } => null,
        { Inlineable: true } => "the function can be inlined",
        var now when now.PerIteration() is null => "fewer than three runs with a time",
        _ when measured.Earlier is null || measured.AgainstEarlier(SqlWorkload.Primality) is not null => null,
        _ => "the earlier run has no figure to compare with",
    };

    public static readonly SqlRule NoReference = new("TP308")
    {
        Observe = facts =>
            facts.Verdict.State != SqlState.Unclear || facts.Measured.Recorded || SqlJudge.HasReference(facts.Measured)
                ? null
                : new(Severity.Info, Confidence.Measured,
                [
                    SqlEvidence.Cost(facts, SqlWorkload.Primality),
                    SqlEvidence.Cost(facts, SqlWorkload.SetControl),
                    SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient),
                ]),
        Plan =
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
        ],
    };

    public static readonly SqlRule Compatible = new("TP309")
    {
        Observe = facts => !facts.Server.IsCompatibleOnly() ? null : new(Severity.Info, Confidence.Measured,
            [
                EvidenceFactory.Text("Engine", facts.Server.Engine, "@@VERSION"),
                .. facts.Server.Unavailable.Select(missing =>
                    EvidenceFactory.Text($"Not available: {missing.What}", missing.Why, "the server")),
            ]),
        Plan = [SqlRemedies.CheckTheMachine()],
    };
}
