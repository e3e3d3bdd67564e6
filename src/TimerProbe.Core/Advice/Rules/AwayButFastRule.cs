using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class AwayButFastRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP216",
        Title = "Away from home, but the guest's clock reads are fast",
        Meaning = """
            By the frequencies, this virtual machine is away from home, but its guest measured a healthy clock there. Either the host's
            processor scales the TSC in hardware and ESXi uses that, or ESXi tolerates the difference. Nothing is wrong now, but the
            next host may be different: being away is still worth watching (TP201, then info).
            """,
        Condition = "TP201 applies, and a joined guest result says healthy. *Measured*.",
        Severities = "Info.",
        References = [Sources.HostFrequency, Sources.VMwareTimekeeping],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen is { IsAway: true, Facts.Guest.State: ClockState.Healthy }
        select seen.Seen(Severity.Info, Confidence.Measured,
        [
            .. PlacementEvidence.Guest(seen.Facts),
            .. PlacementEvidence.Present(seen.Facts),
            EvidenceFactory.Text("Current host's processor", seen.HostFacts?.CpuModel, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Current host's ESXi", seen.HostFacts?.Version, EvidenceFactory.VCenter),
            EvidenceFactory.Number("Difference", seen.Facts.DifferencePpm?.Value, "ppm", EvidenceFactory.Calculated),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [MeasureAgain.AfterMoves() with { Where = Setting.VMware }];
}
