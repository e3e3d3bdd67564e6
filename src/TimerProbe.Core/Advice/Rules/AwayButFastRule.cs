using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP216: a virtual machine is away from home and its clock is fast.</summary>
public sealed class AwayButFastRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP216",
        Title = "Away from home, but the guest reads its clock fast",
        Meaning = """
            The frequencies say that this virtual machine is away from home, and its guest measured a healthy clock there. Either the host's
            processor scales the TSC in hardware and ESXi uses it, or the difference is one that ESXi does not mind. Nothing is wrong
            now. On the next host it may be otherwise: away stays a reason to look (TP201, then info).
            """,
        Condition = "TP201 speaks, and a joined result of the guest says healthy. *Measured*.",
        Severities = "Info.",
        References = [Sources.HostFrequency, Sources.VMwareTimekeeping],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.Of(facts)
        where seen is { IsAway: true, Facts.Guest.State: ClockState.Healthy }
        select seen.Seen(Severity.Info, Confidence.Measured,
        [
            .. PlacementEvidence.Guest(seen.Facts),
            .. PlacementEvidence.Present(seen.Facts),
            EvidenceFactory.Text("Present host's processor", seen.HostFacts?.CpuModel, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Present host's ESXi", seen.HostFacts?.Version, EvidenceFactory.VCenter),
            EvidenceFactory.Number("Difference", seen.Facts.DifferencePpm?.Value, "ppm", EvidenceFactory.Calculated),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [MeasureAgain.AfterMoves() with { Where = Setting.VMware }];
}
