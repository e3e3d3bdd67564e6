namespace TimerProbe.Core.Advice;

internal sealed class UnmeasuredSqlServerRule() : FleetRule("TP219")
{
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

internal sealed class SqlTimeSourceRule() : SqlRule("TP304")
{
    private const string MultimediaTimer = "MULTIMEDIA_TIMER";

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
