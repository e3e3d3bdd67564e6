using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class UnmeasuredSqlServerRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP219",
        Title = "VMs with SQL Server are away from home, and no clock was measured",
        Meaning = """
            These virtual machines are on a host with a different frequency than the one they were powered on at, and their name, their
            guest's name or an earlier result says that SQL Server runs there. Whether their clock is slow only their guest can tell:
            the hardware may scale the frequency. Each of them can publish it through its own hypervisor, without a network.
            """,
        Condition = """
            Virtual machines that are away, have SQL Server expected, and have neither published a result that holds nor a document in
            `--guest-results`. One finding per vCenter. The evidence counts those whose published result is stale. *Inferred*.
            """,
        Severities = "Info: what is away is a finding of its own.",
        References = [Sources.GuestInfo],
    };

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
        machine is { Placement: Core.Facts.Placement.Away, SqlServerExpected: true, Guest: null };
}
