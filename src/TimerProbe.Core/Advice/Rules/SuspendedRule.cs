namespace TimerProbe.Core.Advice;

/// <summary>TP211: a virtual machine is suspended, or was resumed since its power-on.</summary>
internal sealed class SuspendedRule() : FleetRule("TP211")
{
    private const string Suspended = "suspended";

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where IsSuspended(seen.Facts) || seen.Facts.ResumedAt is not null
        select seen.Seen(
            seen.Facts.IsSlowAway ? Severity.Warning : Severity.Info,
            Confidence.Expected,
            [
                EvidenceFactory.Text("Power state", seen.Facts.PowerState, EvidenceFactory.VCenter),
                EvidenceFactory.Time("Resumed", seen.Facts.ResumedAt, EvidenceFactory.Events),
                .. EvidenceFactory.Home(seen.Facts),
                .. EvidenceFactory.Present(seen.Facts),
                EvidenceFactory.Number("Difference", seen.Facts.DifferencePpm?.Value, "ppm", EvidenceFactory.Calculated),
            ]) with
        {
            Title = IsSuspended(seen.Facts) ? "The VM is suspended: it will keep the frequency it was powered on at when it is resumed"
                : seen.IsAway ? "The VM was resumed and is on a host with a different frequency than it was powered on at"
                : null,
        };

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        ResumeAtHome() with { Fits = fleet => IsSuspended(fleet.Machine!) },
        VMwarePlacement.Back(target) with
        {
            Fits = fleet => fleet is { Destinations.Count: > 0, Machine: { IsSlowAway: true, Settings.VirtualRdtsc: not false } },
        },
        VMwarePower.Cycle(target.Vm) with { Fits = fleet => fleet.Machine!.IsSlowAway },
        Verification.MeasureInTheGuest() with { Fits = fleet => !IsSuspended(fleet.Machine!) },
    ];

    private static bool IsSuspended(VirtualMachineFacts machine) => machine.PowerState == Suspended;

    private static PlannedRemedy ResumeAtHome() => new(
        Setting.VMware,
        "Resume on a host with its original frequency, power-cycle (downtime)",
        [new(Tools.VSphereClient, """
            1. Right-click the VM: Migrate > Change compute resource only: choose a host with its home frequency.
            2. Power > Power On: it resumes there.
            """)],
        ["If its home is unknown, measure in the guest after the resume: `timerprobe check`."]);
}
