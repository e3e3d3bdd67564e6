using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SlowHostRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP214",
        Title = "All measured VMs of the host read clocks slowly: it may distrust its TSC",
        Meaning = """
            A virtual machine that is away from home on a host that does not scale the TSC is slow on its own account. Here, machines
            that are at home are slow, and so is every other one measured on the host: that points to the host. ESXi up to 7.0 U2 stops using the TSC as its reference when
            it finds that the TSCs of its processors diverge, mostly on large NUMA machines, and then intercepts the reads of all
            virtual machines. A power cycle on the same host does not help; a move to another host does. The host's boot log shows
            whether this is the case. Forcing the TSC instead is not a solution: a wrongly forced host TSC eventually crashes the host
            (Broadcom KB 321363).
            """,
        Condition = """
            At least two virtual machines on the host (or `slowMachinesOfHost` under `thresholds` in a configuration) have a joined
            result, all of them slow with the cause `tscTrapped`, and at least one of the machines is at home. *Measured*, as far as the
            slowness goes; only the host's log shows that it distrusts its TSC.
            """,
        Severities = "Critical.",
        References = [Sources.HostDistrustsTsc],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        let distrusted = DistrustedHosts.Find(center, facts.Thresholds.SlowMachinesOfHost)
        where distrusted.Count > 0
        from seen in PlacedMachine.From(facts with { VCenters = [center] })
        where seen.Facts is { Guest: not null, HostId: { } id } && distrusted.Contains(id)
        group seen by (seen.Center.Server, seen.Facts.HostId) into onHost
        select Slow([.. onHost]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareHostClock.Distrusted() with { Action = "Check whether the host distrusts its own TSC, and move the VMs off it" }];

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

internal sealed class SlowAtHomeRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP217",
        Title = "At home, but the guest's clock is slow",
        Meaning = """
            By the frequencies all is well, but the guest measured a slow clock. So the cause is something else: a platform timer, an
            invalid page, a starved processor (TP102 to TP104, TP109 to TP111), or, when other virtual machines on the host are slow as
            well, a host that distrusts its own TSC (TP214). Or the frequencies are misleading: that `cpuInfo.hz` is the rate ESXi uses
            is expected, not documented.

            The same is reported, under a different title, where the home is unknown: then being away is the most likely cause.
            """,
        Condition = """
            The virtual machine is at home, or its home is unknown, and a joined guest result is not healthy (*measured*).
            """,
        Severities = VerdictSeverity.InWords,
        References = [Sources.HostDistrustsTsc, Sources.VMwareTimekeeping, Sources.WindowsTimestamps],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where (seen.IsHome || seen.IsUnknown) && seen.Facts.Guest is { State: not ClockState.Healthy }
        select Slow(seen);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        MeasureAgain.InTheGuest(),
        VMwareHostClock.Distrusted() with { Fits = fleet => fleet.Machine!.Guest!.Cause is ClockCause.TscTrapped or ClockCause.Unknown },
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine is { Placement: Core.Facts.Placement.Unknown, Guest.Cause: ClockCause.TscTrapped or ClockCause.Unknown },
        },
    ];

    private static FleetObservation Slow(PlacedMachine seen) => seen.Seen(
        VerdictSeverity.Of(seen.Facts.Guest!.State),
        Confidence.Measured,
        [
            .. PlacementEvidence.Guest(seen.Facts),
            .. PlacementEvidence.Home(seen.Facts),
            .. PlacementEvidence.Present(seen.Facts),
            EvidenceFactory.Text("Why the home is unknown", seen.Facts.UnknownReason, EvidenceFactory.Calculated),
        ]) with
    {
        Title = seen.IsUnknown ? "The guest's clock is slow to read, and it is not known where the VM was powered on" : null,
    };
}
