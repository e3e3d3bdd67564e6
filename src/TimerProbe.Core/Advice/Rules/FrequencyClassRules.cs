namespace TimerProbe.Core.Advice;

/// <summary>Rules about the frequency classes of a cluster, and hosts of one kind.</summary>
internal static class FrequencyClassRules
{
    public static readonly FleetRule MixedCluster = new("TP202")
    {
        Observe = facts =>
            from center in facts.VCenters
            from cluster in center.Clusters
            where cluster.FrequencyClasses.Count > 1
            select SeeMixed(center, cluster, [.. center.Hosts.Where(host => host.ClusterId == cluster.Id)]),
        Plan = target =>
        [
            VMwareClasses.GroupEach(target) with { Fits = fleet => fleet.HasHostsThatTrap },
            VMwareClasses.OneClusterPerClass() with { Fits = fleet => fleet.HasHostsThatTrap },
            VMwareClasses.NothingToDo(target) with { Fits = fleet => !fleet.HasHostsThatTrap },
        ],
    };

    private static FleetObservation SeeMixed(VCenterFacts center, ClusterFacts cluster, IReadOnlyList<HostFacts> hosts) => new(
        new Subject(SubjectKind.Cluster, cluster.Name, cluster.Id) { Server = center.Server },
        ClusterFacts.IsDrsAutomatic(cluster.Drs) && hosts.Any(host => host.TscScaling == TscScaling.No) ? Severity.Warning : Severity.Info,
        Confidence.Inferred,
        [
            EvidenceFactory.Text("DRS automation", cluster.Drs, EvidenceFactory.VCenter),
            EvidenceFactory.Evc(cluster),
            .. cluster.FrequencyClasses.Select(Class),
            EvidenceFactory.Text("Hosts that scale the TSC", ScalingText.Of(hosts), EvidenceFactory.Calculated),
            EvidenceFactory.Count(
                "Virtual machines away from home", Count(center, cluster, Core.Facts.Placement.Away), EvidenceFactory.Calculated),
            EvidenceFactory.Count(
                "Virtual machines whose home is unknown", Count(center, cluster, Core.Facts.Placement.Unknown), EvidenceFactory.Calculated),
        ],
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

    public static readonly FleetRule Open = new("TP222")
    {
        Observe = facts =>
            from seen in ScalingClass.From(facts.VCenters)
            where seen.Open.Count > 0
            select seen.Seen(
                Severity.Warning,
                seen.Open,
                $"{seen.AreAway(seen.Open.Count)}: {ScalingText.Settle(seen.SettleBy)}",
                [EvidenceFactory.Text("To decide", ScalingText.Names(seen.SettleBy), EvidenceFactory.Calculated)]),
        Plan = target =>
        [
            ScanKnowledge.MeasureToSettle(target.Server, target.HasWindows),
            ScanKnowledge.FetchLogs(target.Server),
            ScanKnowledge.JoinLogs(target.Server),
            ScanKnowledge.PublishFromGuests(target.Server),
        ],
    };

    public static readonly FleetRule Unaffected = new("TP223")
    {
        Observe = facts =>
            from seen in ScalingClass.From(facts.VCenters)
            where seen.Unaffected.Count > 0
            select seen.Seen(Severity.Info, seen.Unaffected, $"{seen.AreAway(seen.Unaffected.Count)}: not affected", []) with
            {
                Confidence = seen.Unaffected.TrueForAll(machine => machine.ClockExpectation == ClockExpectation.Fast)
                    ? Confidence.Measured
                    : Confidence.Expected,
            },
        Plan = _ => [Verification.MeasureAfterMoves() with { Where = Setting.VMware }],
    };
}
