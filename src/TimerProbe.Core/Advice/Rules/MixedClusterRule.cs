using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class MixedClusterRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP202",
        Title = "The cluster's hosts have different frequencies",
        Meaning = """
            A vMotion between two classes of this cluster takes a virtual machine away from the frequency it was powered on at, and its
            clock is expected to become slow (TP201). Where DRS moves machines automatically, that can happen at any time and to any of
            them, which is why it looks random. Hosts of the same model can be in different classes: firmware settings alone account for
            up to 2,400 ppm.
            """,
        Condition = """
            The cluster has more than one frequency class: with its hosts sorted by `hardware.cpuInfo.hz`, a class extends as long as
            its highest frequency is within the tolerance of its lowest. *Inferred*: the figures are ESXi's own measurement; that they
            are the rate of the TSC is expected.
            """,
        Severities = "Warning when the cluster's DRS is partially or fully automated; otherwise info.",
        References = [Sources.HostFrequency, Sources.DrsAutomation, Sources.DrsRules, Sources.Evc],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        from cluster in center.Clusters
        where cluster.FrequencyClasses.Count > 1
        select Mixed(center, cluster);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareClasses.GroupEach(target), VMwareClasses.KeepEqual()];

    private static FleetObservation Mixed(VCenterFacts center, ClusterFacts cluster) => new(
        new Subject(SubjectKind.Cluster, cluster.Name, cluster.Id) { Server = center.Server },
        DrsAutomation.IsAutomatic(cluster.Drs) ? Severity.Warning : Severity.Info,
        Confidence.Inferred,
        EvidenceFactory.Of([
            EvidenceFactory.Text("DRS automation", cluster.Drs, EvidenceFactory.VCenter),
            .. cluster.FrequencyClasses.Select(Class),
            EvidenceFactory.Count(
                "Virtual machines away from home", Count(center, cluster, Core.Facts.Placement.Away), EvidenceFactory.Calculated),
            EvidenceFactory.Count(
                "Virtual machines whose home is unknown", Count(center, cluster, Core.Facts.Placement.Unknown), EvidenceFactory.Calculated),
        ]),
        new FleetTarget { Cluster = ClusterName.From(center.Server, cluster), Classes = cluster.FrequencyClasses });

    private static Evidence Class(FrequencyClass frequency) => new(
        $"Class {frequency.Name}",
        string.Create(CultureInfo.InvariantCulture, $"{Range(frequency)} Hz: {NameList.Join(frequency.Hosts)}"),
        Unit: null,
        EvidenceFactory.CpuInfo);

    private static string Range(FrequencyClass frequency) => frequency.LowHz == frequency.HighHz
        ? string.Create(CultureInfo.InvariantCulture, $"{frequency.LowHz.Hertz:N0}")
        : string.Create(CultureInfo.InvariantCulture, $"{frequency.LowHz.Hertz:N0} to {frequency.HighHz.Hertz:N0}");

    private static int Count(VCenterFacts center, ClusterFacts cluster, Core.Facts.Placement placement) =>
        center.VirtualMachines.Count(machine => machine.ClusterId == cluster.Id && machine.Placement == placement);
}
