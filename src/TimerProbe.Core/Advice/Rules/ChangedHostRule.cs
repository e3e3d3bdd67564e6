using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class ChangedHostRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP221",
        Title = "The host's frequency changed over a restart",
        Meaning = """
            Hosts calibrate their frequency at each start, and the figure then differs by some millionths. This one differs by more: the
            processor was replaced, the host was reinstalled on other hardware, or a firmware setting of the base clock was changed.
            Virtual machines that were powered on at it before keep the earlier frequency until they are powered off and on.
            """,
        Condition =
            "An earlier scan in the store saw the host, before its last start, with a frequency that differs by more than 50 ppm. *Measured*: both were read from vCenter.",
        Severities = "Warning beyond the tolerance, info below it.",
        References = [Sources.HostFrequency, Sources.VMwareTimekeeping],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        from host in center.Hosts
        where host is { EarlierHz: not null, Hz: not null }
        let difference = host.Hz!.Value.DifferenceFrom(host.EarlierHz!.Value)
        select new FleetObservation(
            new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
            facts.Frequencies.IsHarmless(host.Hz!.Value, host.EarlierHz!.Value) ? Severity.Info : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Hertz("Frequency before", host.EarlierHz, "an earlier scan"),
                EvidenceFactory.Hertz("Frequency now", host.Hz, EvidenceFactory.CpuInfo),
                EvidenceFactory.Number("Difference", difference.Value, "ppm", EvidenceFactory.Calculated),
                EvidenceFactory.Time("Restarted", host.ChangedAt, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Processor", host.CpuModel, EvidenceFactory.VCenter),
                EvidenceFactory.Count(
                    "Virtual machines away that were powered on there",
                    center.VirtualMachines.Count(machine =>
                        machine.Placement == Core.Facts.Placement.Away && machine.HomeHost == host.Name),
                    EvidenceFactory.Calculated),
            ]),
            new FleetTarget { Server = center.Server, Host = HostName.From(center.Server, host) });

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [ScanKnowledge.PublishFromGuests(target.Server ?? ""), ScanKnowledge.PowerCycleAtMaintenance()];
}
