namespace TimerProbe.Core.Advice;

internal sealed class MixedClusterRule() : FleetRule("TP202")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        from cluster in center.Clusters
        where cluster.FrequencyClasses.Count > 1
        select Mixed(center, cluster, [.. center.Hosts.Where(host => host.ClusterId == cluster.Id)]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareClasses.GroupEach(target) with { Fits = HasHostsThatTrap },
        VMwareClasses.OneClusterPerClass() with { Fits = HasHostsThatTrap },
        VMwareClasses.NothingToDo(target) with { Fits = fleet => !fleet.HasHostsThatTrap },
    ];

    private static bool HasHostsThatTrap(FleetTarget fleet) => fleet.HasHostsThatTrap;

    private static FleetObservation Mixed(VCenterFacts center, ClusterFacts cluster, IReadOnlyList<HostFacts> hosts) => new(
        new Subject(SubjectKind.Cluster, cluster.Name, cluster.Id) { Server = center.Server },
        DrsAutomation.IsAutomatic(cluster.Drs) && hosts.Any(host => host.TscScaling == TscScaling.No) ? Severity.Warning : Severity.Info,
        Confidence.Inferred,
        EvidenceFactory.Of([
            EvidenceFactory.Text("DRS automation", cluster.Drs, EvidenceFactory.VCenter),
            EvidenceFactory.Evc(cluster),
            .. cluster.FrequencyClasses.Select(Class),
            EvidenceFactory.Text("Hosts that scale the TSC", ScalingText.Of(hosts), EvidenceFactory.Calculated),
            EvidenceFactory.Count(
                "Virtual machines away from home", Count(center, cluster, Core.Facts.Placement.Away), EvidenceFactory.Calculated),
            EvidenceFactory.Count(
                "Virtual machines whose home is unknown", Count(center, cluster, Core.Facts.Placement.Unknown), EvidenceFactory.Calculated),
        ]),
        new FleetTarget
        {
            Server = center.Server,
            Cluster = ClusterName.From(center.Server, cluster),
            Classes = cluster.FrequencyClasses,
            HasHostsThatTrap = hosts.Any(host => host.TscScaling == TscScaling.No),
        });

    private static Evidence Class(FrequencyClass frequency) => new(
        $"Class {frequency.Name}",
        $"{Range(frequency)} Hz: {PlainText.List(frequency.Hosts)}",
        Unit: null,
        EvidenceFactory.CpuInfo);

    private static string Range(FrequencyClass frequency) => frequency.LowHz == frequency.HighHz
        ? $"{frequency.LowHz.Hertz:N0}"
        : $"{frequency.LowHz.Hertz:N0} to {frequency.HighHz.Hertz:N0}";

    private static int Count(VCenterFacts center, ClusterFacts cluster, Core.Facts.Placement placement) =>
        center.VirtualMachines.Count(machine => machine.ClusterId == cluster.Id && machine.Placement == placement);
}
