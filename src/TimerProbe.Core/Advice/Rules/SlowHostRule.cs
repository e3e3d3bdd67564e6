using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SlowHostRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP214",
        Title = "All measured VMs of the host read clocks slowly: it may distrust its TSC",
        Meaning = """
            A virtual machine that is away from home is slow on its own account. Here, machines that are at home are slow, and so is
            every other one measured on the host: that points to the host. ESXi up to 7.0 U2 stops using the TSC as its reference when
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
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Guest is not null && seen.Facts.HostId is not null
        group seen by (seen.Center.Server, seen.Facts.HostId) into onHost
        where onHost.Skip(facts.Thresholds.SlowMachinesOfHost - 1).Any() && onHost.All(IsTrapped) && onHost.Any(seen => seen.IsHome)
        select Slow([.. onHost]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareHostClock.Distrusted() with { Action = "Check whether the host distrusts its own TSC, and move the VMs off it" }];

    private static bool IsTrapped(PlacedMachine seen) => seen.Facts.Guest is { State: ClockState.Slow, Cause: ClockCause.TscTrapped };

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
