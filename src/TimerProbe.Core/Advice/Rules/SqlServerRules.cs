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
