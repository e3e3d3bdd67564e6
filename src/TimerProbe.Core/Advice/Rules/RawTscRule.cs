namespace TimerProbe.Core.Advice;

/// <summary>TP203: <c>virtual_rdtsc</c> is set, and what that does where the virtual machine is.</summary>
internal sealed class RawTscRule() : FleetRule("TP203")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Settings.VirtualRdtsc is not null
        select RawTscRisk.From(seen) is { } risk ? Raw(seen, risk)
            : seen.Seen(
                Severity.Info,
                Confidence.Measured,
                EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: true, EvidenceFactory.VCenter)) with
            {
                Title = "virtual_rdtsc is TRUE: this is the default and changes nothing",
            };

    private static FleetObservation Raw(PlacedMachine seen, RawTscRisk risk) => seen.Seen(risk.Severity, Confidence.Expected,
    [
        EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: false, EvidenceFactory.VCenter),
        EvidenceFactory.Text(risk.MayMove ? "Why it may be harmful" : "Why it is harmless now", risk.Because, EvidenceFactory.Calculated),
        .. (IEnumerable<Evidence?>)(risk.MayMove
            ? [
                EvidenceFactory.Names("Frequency classes", [.. seen.Classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
                EvidenceFactory.Text("DRS automation in its cluster", seen.Cluster?.Drs, EvidenceFactory.VCenter),
            ]
            : [EvidenceFactory.Text("What would make it harmful", risk.WouldBe, EvidenceFactory.Calculated)]),
        .. PlacementEvidence.Present(seen.Facts),
    ]) with
    {
        Title = risk.MayMove
            ? "virtual_rdtsc is FALSE and the VM may be moved: its time then jumps"
            : "virtual_rdtsc is FALSE, but a rule keeps the VM on one host",
    };

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareRawTsc.FindWhoRequiresIt(target.Vm) with { Fits = MayMove },
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet => MayMove(fleet) && fleet.Machine!.Placement == Core.Facts.Placement.Away,
            Verify = Verification.Rate
        },
        VMwareRawTsc.Tie(target.Vm, target.Cluster) with
        {
            Fits = fleet => MayMove(fleet) && fleet.Machine is { ClusterId: not null, MustRunOn: not [_] }
        },
        VMwareRawTsc.NoteWhoRequiresIt() with { Fits = fleet => IsRaw(fleet) && !MayMove(fleet) },
        VMwareRawTsc.TakeBack(target.Vm) with { Fits = IsRaw },
        VMwareRawTsc.LeaveOrTidy(target.Vm) with { Fits = fleet => !IsRaw(fleet) },
    ];

    private static bool IsRaw(FleetTarget fleet) => fleet.Machine!.Settings.VirtualRdtsc == false;

    private static bool MayMove(FleetTarget fleet) =>
        IsRaw(fleet) && fleet.Machine is { Placement: Core.Facts.Placement.Away } or { MustRunOn: not [_] };
}
