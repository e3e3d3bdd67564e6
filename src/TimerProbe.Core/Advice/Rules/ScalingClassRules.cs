namespace TimerProbe.Core.Advice;

internal sealed class OpenClassRule() : FleetRule("TP222")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in ScalingClass.From(facts.VCenters)
        where seen.Open.Count > 0
        select seen.Seen(
            Severity.Warning,
            seen.Open,
            $"{seen.AreAway(seen.Open.Count)}: {ScalingText.Settle(seen.SettleBy)}",
            [EvidenceFactory.Text("To decide", ScalingText.Names(seen.SettleBy), EvidenceFactory.Calculated)]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        ScanKnowledge.MeasureToSettle(target.Server, target.HasWindows),
        ScanKnowledge.FetchLogs(target.Server),
        ScanKnowledge.JoinLogs(target.Server),
        ScanKnowledge.PublishFromGuests(target.Server),
    ];
}

internal sealed class UnaffectedClassRule() : FleetRule("TP223")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in ScalingClass.From(facts.VCenters)
        where seen.Unaffected.Count > 0
        select seen.Seen(
            Severity.Info,
            seen.Unaffected,
            $"{seen.AreAway(seen.Unaffected.Count)}: not affected",
            []) with
        {
            Confidence = seen.Unaffected.TrueForAll(machine => machine.ClockExpectation == ClockExpectation.Fast)
                ? Confidence.Measured
                : Confidence.Expected,
        };

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [Verification.MeasureAfterMoves() with { Where = Setting.VMware }];
}
