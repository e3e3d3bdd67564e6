namespace TimerProbe.Core.Advice;

/// <summary>Rules about what is not known, or not for sure.</summary>
internal static class EvidenceRules
{
    public static readonly FleetRule UnknownHome = new("TP210")
    {
        Observe = facts => facts.VCenters.SelectMany(center => GetUnknown(center, facts.Frequencies)),
        Plan = target =>
        [
            ScanKnowledge.JoinLogs(target.Server),
            ScanKnowledge.PublishFromGuests(target.Server),
            ScanKnowledge.KeepStatistics(),
            ScanKnowledge.KeepEvents(target.Server),
            ScanKnowledge.PowerCycleAtMaintenance(),
        ],
    };

    private static IEnumerable<FleetObservation> GetUnknown(VCenterFacts center, FrequencyRules frequencies)
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
        return
        [
            .. from machine in unknown
               group machine by (machine.ClusterId, HostId: machine.ClusterId is null ? machine.HostId : null) into place
               let id = place.Key.ClusterId ?? place.Key.HostId
               let isCluster = place.Key.ClusterId is not null
               let name = (isCluster ? place.First().Cluster : place.First().Host) ?? id ?? "an unknown host"
               select Unknown(
                   new Subject(isCluster ? SubjectKind.Cluster : SubjectKind.Host, name, id) { Server = center.Server },
                   isCluster
                       ? center.Clusters.FirstOrDefault(cluster => cluster.Id == id)?.FrequencyClasses.Count ?? 0
                       : center.Hosts.Count(host => host.Id == id && host.Hz is not null),
                   [.. place],
                   place.All(machine => scaling.Contains(machine.HostId ?? ""))),
        ];
    }

    private static FleetObservation Unknown(Subject subject, int classes, List<VirtualMachineFacts> machines, bool scales) => new(
        subject,
        classes == 1 || scales ? Severity.Info : Severity.Warning,
        Confidence.Inferred,
        [
            EvidenceFactory.Count("Virtual machines whose home is unknown", machines.Count, EvidenceFactory.Calculated),
            EvidenceFactory.Count("Frequency classes", classes, EvidenceFactory.Calculated),
            EvidenceFactory.Text(
                "Their hosts scale the TSC", scales ? "yes: none is expected to be slow, wherever it was powered on" : null, EvidenceFactory.Calculated),
            .. machines.GroupBy(machine => machine.UnknownReason ?? "no reason given")
                .OrderByDescending(reason => reason.Count()).ThenBy(reason => reason.Key, StringComparer.Ordinal)
                .Select(reason => EvidenceFactory.Count($"Because {reason.Key}", reason.Count(), EvidenceFactory.Calculated)),
            EvidenceFactory.Names("Virtual machines", machines, EvidenceFactory.VCenter),
        ],
        new FleetTarget { Server = subject.Server! });

    public static readonly FleetRule MatchedByName = new("TP218")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where seen.Facts.Guest is { MatchedBy: "name" }
            select seen.Seen(Severity.Warning, Confidence.Inferred,
            [
                EvidenceFactory.Text("Joined document", seen.Facts.Guest!.DocumentId.ToString(), "timerprobe check"),
                EvidenceFactory.Text("config.uuid", seen.Facts.Uuid, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Host name reported by its guest", seen.Facts.GuestHostName, EvidenceFactory.VMwareTools),
                .. EvidenceFactory.Guest(seen.Facts),
            ]),
        Plan = target => [Compare(target.Vm)],
    };

    private static PlannedRemedy Compare(VmName vm) => new(
        Setting.VMware,
        "Compare the guest's SMBIOS UUID with vCenter's, and measure again",
        [
            new(Tools.TimerProbe, """
                timerprobe check --output json --out check.json
                # machine.smbiosUuid in check.json must be the VM's config.uuid; its first three groups may be in the other byte order
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                $vm.ExtensionData.Config.Uuid
                """),
            new(Tools.Govc, $"""
                govc vm.info {vm.GovcTarget} | grep UUID
                """),
        ],
        ["If the document has no UUID, its `unavailable` says why. Anonymized documents (`--anonymize`) match by neither UUID nor name."])
    {
        Verify = Verification.Scan,
    };

    public static readonly FleetRule UnmeasuredSqlServer = new("TP219")
    {
        Observe = facts =>
            from center in facts.VCenters
            let unmeasured = center.VirtualMachines.Where(IsUnmeasured).ToList()
            where unmeasured.Count > 0
            select new FleetObservation(
                new Subject(SubjectKind.Vcenter, center.Server, center.InstanceUuid) { Server = center.Server },
                Severity.Info,
                Confidence.Inferred,
                [
                    EvidenceFactory.Count(
                        "Virtual machines away, with SQL Server expected, not measured", unmeasured.Count, EvidenceFactory.Calculated),
                    EvidenceFactory.Count(
                        "Of these with a stale result", unmeasured.Count(machine => machine.GuestResult is not null), "timerprobe check"),
                    EvidenceFactory.Names("Virtual machines", unmeasured, EvidenceFactory.VCenter),
                ],
                new FleetTarget { Server = center.Server }),
        Plan = target => [ScanKnowledge.PublishFromGuests(target.Server)],
    };

    private static bool IsUnmeasured(VirtualMachineFacts machine) =>
        machine is { ClockExpectation: ClockExpectation.ExpectedSlow or ClockExpectation.Open, SqlServerExpected: true, Guest: null };

    public static readonly FleetRule Contradicting = new("TP220")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            let evidence = seen.Facts.HomeEvidence
            where evidence is { Count: > 1 } && HomeJudge.Contradicting(evidence, facts.Frequencies) is not null
            select seen.Seen(seen.IsUnknown ? Severity.Warning : Severity.Info, Confidence.Inferred,
            [
                .. evidence.Select(item =>
                    EvidenceFactory.Text(
                        $"By {EvidenceFactory.GetSource(item.Source)}, {item.Certainty.ToDocumentName()}",
                        item.LowHz == item.HighHz ? $"{item.LowHz}" : $"{item.LowHz} to {item.HighHz}",
                        EvidenceFactory.GetSource(item.Source))),
                .. EvidenceFactory.Present(seen.Facts),
            ]),
        Plan = target => [Verification.MeasureInTheGuest()],
    };
}
