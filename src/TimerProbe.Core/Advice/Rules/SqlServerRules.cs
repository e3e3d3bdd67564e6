using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class UnmeasuredSqlServerRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP219",
        Title = "VMs with SQL Server are away from home, and no clock was measured",
        Meaning = """
            These virtual machines are on a host with a different frequency than the one they were powered on at, and their name, their
            guest's name or an earlier result says that SQL Server runs there. Their host does not scale the TSC, or that is open:
            whether their clock is slow only their guest can tell. Each of them can publish it through its own hypervisor, without a network.
            """,
        Condition = """
            Virtual machines that are away, not on a host that scales the TSC, have SQL Server expected, and have neither published a result that holds nor a document in
            `--guest-results`. One finding per vCenter. The evidence counts those whose published result is stale. *Inferred*.
            """,
        Severities = "Info: what is away is a finding of its own.",
        References = [Sources.GuestInfo],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        let unmeasured = center.VirtualMachines.Where(IsUnmeasured).ToList()
        where unmeasured.Count > 0
        select new FleetObservation(
            new Subject(SubjectKind.Vcenter, center.Server, center.InstanceUuid) { Server = center.Server },
            Severity.Info,
            Confidence.Inferred,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Count(
                    "Virtual machines away, with SQL Server expected, not measured", unmeasured.Count, EvidenceFactory.Calculated),
                EvidenceFactory.Count(
                    "Of these with a stale result", unmeasured.Count(machine => machine.GuestResult is not null), "timerprobe check"),
                EvidenceFactory.Names(
                    "Virtual machines",
                    [.. unmeasured.Select(machine => machine.Name).Order(StringComparer.Ordinal)],
                    EvidenceFactory.VCenter),
            ]),
            new FleetTarget { Server = center.Server });

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [ScanKnowledge.PublishFromGuests(target.Server)];

    private static bool IsUnmeasured(VirtualMachineFacts machine) =>
        machine is { ClockExpectation: ClockExpectation.ExpectedSlow or ClockExpectation.Open, SqlServerExpected: true, Guest: null };
}

internal sealed class SqlTimeSourceRule : SqlRule
{
    private const string MultimediaTimer = "MULTIMEDIA_TIMER";

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP304",
        Title = "SQL Server uses the multimedia timer for time",
        Impact = "SQL Server's own times are coarser until the instance is restarted.",
        LikelyCause = "The clock was slow when SQL Server started.",
        Meaning = """
            SQL Server chooses its time source when it starts: it times ten calls of QueryPerformanceCounter and uses the counter where
            they repeatedly take few cycles, fewer than 600 (Microsoft's SQL Server support blog, of 2008 R2). MULTIMEDIA_TIMER instead
            of QUERY_PERFORMANCE_COUNTER therefore means that the counter was slow at that time, as it is on a VM whose TSC traps. SQL
            Server keeps that choice until it is restarted, even long after the clock is healthy again, and its own times are coarser.
            """,
        Condition = """
            `time_source_desc` of `sys.dm_os_sys_info` is MULTIMEDIA_TIMER. *Inferred*: why SQL Server chooses it is documented for 2008
            R2, and later versions are expected to choose likewise.
            """,
        Severities = "Warning.",
        References = [SqlSources.SysInfo, SqlSources.TimerOutputs, Sources.WindowsTimestamps],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Once the clock is healthy, restart SQL Server (instance downtime)",
            [new(Tools.Words,
                "Restart the instance's service in its maintenance window, using SQL Server Configuration Manager or the cluster manager.")
                ],
            ["The instance is down during the restart.", "If the clock is still slow, it may make the same choice again."])
        { Verify = SqlRemedies.Verify },
    ];

    protected override Observation? Observe(SqlFacts facts) =>
        !string.Equals(facts.Server.TimeSource, MultimediaTimer, StringComparison.OrdinalIgnoreCase) ? null : new(
            Severity.Warning,
            Confidence.Inferred,
            EvidenceFactory.Of(
                EvidenceFactory.Text("time_source_desc", facts.Server.TimeSource, SqlEvidence.SysInfo),
                EvidenceFactory.Time("The instance started", facts.Server.StartedAt, SqlEvidence.SysInfo),
                SqlEvidence.ClockCall(facts)));
}

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
