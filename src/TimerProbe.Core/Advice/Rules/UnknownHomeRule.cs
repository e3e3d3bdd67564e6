namespace TimerProbe.Core.Advice;

/// <summary>TP210: where virtual machines were powered on is not known.</summary>
internal sealed class UnknownHomeRule() : FleetRule("TP210")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        facts.VCenters.SelectMany(center => Observe(center, facts.Frequencies));

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        ScanKnowledge.JoinLogs(target.Server),
        ScanKnowledge.PublishFromGuests(target.Server),
        ScanKnowledge.KeepStatistics(),
        ScanKnowledge.KeepEvents(target.Server),
        ScanKnowledge.PowerCycleAtMaintenance(),
    ];

    private static IEnumerable<FleetObservation> Observe(VCenterFacts center, FrequencyRules frequencies)
    {
        var unknown = center.VirtualMachines.Where(machine => machine.Placement == Core.Facts.Placement.Unknown).ToList();
        if (unknown.Count == 0)
        {
            return [];
        }

        if (frequencies.Classify(center.Server, center.Hosts).Count == 1)
        {
            var subject = new Subject(SubjectKind.Vcenter, center.Server, center.InstanceUuid) { Server = center.Server };
            return [Unknown(subject, classes: 1, unknown, scales: false)];
        }

        var scaling = center.Hosts.Where(host => host.TscScaling == TscScaling.Yes).Select(host => host.Id).ToHashSet();
        return unknown.GroupBy(GetPlace).Select(group => Unknown(
            GetSubject(group.Key.Kind, group.Key.Id, group.First(), center.Server),
            GetClasses(center, group.Key.Kind, group.Key.Id),
            [.. group],
            group.All(machine => scaling.Contains(machine.HostId ?? ""))));
    }

    private static (SubjectKind Kind, string? Id) GetPlace(VirtualMachineFacts machine) =>
        machine.ClusterId is null ? (SubjectKind.Host, machine.HostId) : (SubjectKind.Cluster, machine.ClusterId);

    private static Subject GetSubject(SubjectKind kind, string? id, VirtualMachineFacts any, string server) =>
        new(kind, (kind == SubjectKind.Cluster ? any.Cluster : any.Host) ?? id ?? "an unknown host", id) { Server = server };

    private static int GetClasses(VCenterFacts center, SubjectKind kind, string? id) => kind == SubjectKind.Cluster
        ? center.Clusters.FirstOrDefault(cluster => cluster.Id == id)?.FrequencyClasses.Count ?? 0
        : center.Hosts.Count(host => host.Id == id && host.Hz is not null);

    private static FleetObservation Unknown(Subject subject, int classes, List<VirtualMachineFacts> machines, bool scales) => new(
        subject,
        classes == 1 || scales ? Severity.Info : Severity.Warning,
        Confidence.Inferred,
        EvidenceFactory.Of(
        [
            EvidenceFactory.Count("Virtual machines whose home is unknown", machines.Count, EvidenceFactory.Calculated),
            EvidenceFactory.Count("Frequency classes", classes, EvidenceFactory.Calculated),
            EvidenceFactory.Text(
                "Their hosts scale the TSC", scales ? "yes: none is expected to be slow, wherever it was powered on" : null, EvidenceFactory.Calculated),
            .. machines.GroupBy(machine => machine.UnknownReason ?? "no reason given")
                .OrderByDescending(reason => reason.Count()).ThenBy(reason => reason.Key, StringComparer.Ordinal)
                .Select(reason => EvidenceFactory.Count($"Because {reason.Key}", reason.Count(), EvidenceFactory.Calculated)),
            EvidenceFactory.Names(
                "Virtual machines", [.. machines.Select(machine => machine.Name).Order(StringComparer.Ordinal)], EvidenceFactory.VCenter),
        ]),
        new FleetTarget { Server = subject.Server! });
}
