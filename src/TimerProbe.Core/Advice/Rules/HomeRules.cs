namespace TimerProbe.Core.Advice;

internal sealed class SlowHostRule() : FleetRule("TP214")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        let distrusted = ScalingJudge.DistrustedHosts(center, facts.Thresholds.SlowMachinesOfHost)
        where distrusted.Count > 0
        from seen in PlacedMachine.From(facts with { VCenters = [center] })
        where seen.Facts is { Guest: not null, HostId: { } id } && distrusted.Contains(id)
        group seen by (seen.Center.Server, seen.Facts.HostId) into onHost
        select Slow([.. onHost]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareHost.Distrusted() with { Action = "Check whether the host distrusts its own TSC, and move the VMs off it" }];

    private static FleetObservation Slow(List<PlacedMachine> machines)
    {
        var (center, any) = (machines[0].Center, machines[0].Facts);
        var host = center.Hosts.FirstOrDefault(host => host.Id == any.HostId);
        return new(
            new Subject(SubjectKind.Host, host?.Name ?? any.Host ?? any.HostId!, any.HostId) { Server = center.Server },
            Severity.Critical,
            Confidence.Measured,
            EvidenceFactory.Of([
                EvidenceFactory.Count("Virtual machines measured, all slow", machines.Count, "timerprobe check"),
                EvidenceFactory.Names("At home and slow", Names(machines.Where(seen => seen.IsHome)), EvidenceFactory.Calculated),
                EvidenceFactory.Names(
                    "Not at home, or unknown, and slow", Names(machines.Where(seen => !seen.IsHome)), EvidenceFactory.Calculated),
                EvidenceFactory.Text("ESXi", host?.Version, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Server", host?.HardwareModel, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Processor", host?.CpuModel, EvidenceFactory.VCenter),
                EvidenceFactory.Hertz("Frequency", host?.Hz, EvidenceFactory.CpuInfo),
            ]),
            new FleetTarget());
    }

    private static List<string> Names(IEnumerable<PlacedMachine> machines) =>
        [.. machines.Select(seen => seen.Facts.Name).Order(StringComparer.Ordinal)];
}

internal sealed class SlowAtHomeRule() : FleetRule("TP217")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where (seen.IsHome || seen.IsUnknown) && seen.Facts.Guest is { State: not ClockState.Healthy }
            || (seen.IsHome && seen.Facts.ClockExpectation == ClockExpectation.ExpectedSlow)
        select Slow(seen);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        Verification.MeasureInTheGuest(),
        VMwareHost.Distrusted() with { Fits = fleet => fleet.Machine!.Guest?.Cause is ClockCause.TscTrapped or ClockCause.Unknown },
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine is { Placement: Core.Facts.Placement.Unknown, Guest.Cause: ClockCause.TscTrapped or ClockCause.Unknown }
                    or { LoggedTrap: not null },
        },
    ];

    private static FleetObservation Slow(PlacedMachine seen) => seen.Seen(
        seen.Facts.Guest is { } guest ? GetSeverity(guest.State) : Severity.Critical,
        Confidence.Measured,
        [
            EvidenceFactory.Text("The hypervisor's own word", seen.Facts.LoggedTrap, "vmware.log"),
            .. EvidenceFactory.Guest(seen.Facts),
            .. EvidenceFactory.Home(seen.Facts),
            .. EvidenceFactory.Present(seen.Facts),
            EvidenceFactory.Text("Why the home is unknown", seen.Facts.UnknownReason, EvidenceFactory.Calculated),
        ]) with
    {
        Title = seen.Facts.Guest is null ? "At home by its frequency, but the hypervisor's log says that each clock read traps"
            : seen.IsUnknown ? "The guest's clock is slow to read, and it is not known where the VM was powered on" : null,
    };
}
