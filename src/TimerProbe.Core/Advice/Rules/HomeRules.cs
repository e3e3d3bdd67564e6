namespace TimerProbe.Core.Advice;

/// <summary>TP210: where virtual machines were powered on is not known.</summary>
internal sealed class UnknownHomeRule() : FleetRule("TP210")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        facts.VCenters.SelectMany(center => Observe(center, facts.Frequencies));

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [
            ScanKnowledge.JoinLogs(
                target.Server), ScanKnowledge.PublishFromGuests(
                    target.Server), ScanKnowledge.KeepStatistics(), ScanKnowledge.KeepEvents(
                        target.Server), ScanKnowledge.PowerCycleAtMaintenance(),
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

        var scaling = center.Hosts.Where(host => host.TscScaling == TscScaling.Yes).Select(host => host.Id)
            .ToHashSet(StringComparer.Ordinal);
        return unknown.GroupBy(PlaceOf).Select(group => Unknown(
            SubjectOf(group.Key.Kind, group.Key.Id, group.First(), center.Server),
            ClassesOf(center, group.Key.Kind, group.Key.Id),
            [.. group],
            group.All(machine => scaling.Contains(machine.HostId ?? ""))));
    }

    private static (SubjectKind Kind, string? Id) PlaceOf(VirtualMachineFacts machine) =>
        machine.ClusterId is null ? (SubjectKind.Host, machine.HostId) : (SubjectKind.Cluster, machine.ClusterId);

    private static Subject SubjectOf(SubjectKind kind, string? id, VirtualMachineFacts any, string server) =>
        new(kind, (kind == SubjectKind.Cluster ? any.Cluster : any.Host) ?? id ?? "an unknown host", id) { Server = server };

    private static int ClassesOf(VCenterFacts center, SubjectKind kind, string? id) => kind == SubjectKind.Cluster
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
            .. machines.GroupBy(machine => machine.UnknownReason ?? "no reason given", StringComparer.Ordinal)
                .OrderByDescending(reason => reason.Count()).ThenBy(reason => reason.Key, StringComparer.Ordinal)
                .Select(reason => EvidenceFactory.Count($"Because {reason.Key}", reason.Count(), EvidenceFactory.Calculated)),
            EvidenceFactory.Names(
                "Virtual machines", [.. machines.Select(machine => machine.Name).Order(StringComparer.Ordinal)], EvidenceFactory.VCenter),
        ]),
        new FleetTarget { Server = subject.Server! });
}

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
        select Slow(seen);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        MeasureAgain.InTheGuest(),
        VMwareHost.Distrusted() with { Fits = fleet => fleet.Machine!.Guest!.Cause is ClockCause.TscTrapped or ClockCause.Unknown },
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine is { Placement: Core.Facts.Placement.Unknown, Guest.Cause: ClockCause.TscTrapped or ClockCause.Unknown },
        },
    ];

    private static FleetObservation Slow(PlacedMachine seen) => seen.Seen(
        SeverityOf(seen.Facts.Guest!.State),
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

internal sealed class AwayRule() : FleetRule("TP201")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts) where seen.Facts.IsSlowAway select Away(seen, facts);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        MeasureAgain.InferredHome() with
        {
            Fits = fleet => fleet.Machine is { HomeCertainty: HomeCertainty.Inferred, Guest: null },
        },
        VMwareMigration.Back(target),
        VMwareMigration.ToOtherCluster(target),
        VMwarePower.Cycle(target.Vm),
        VMwareClasses.Join(target),
        VMwareRawTsc.Expose(target.Vm) with
        {
            Fits = fleet => fleet is { SameClass: not null, Machine.Settings.VirtualRdtsc: not false },
        },
    ];

    private static FleetObservation Away(PlacedMachine seen, FleetFacts facts)
    {
        var machine = seen.Facts;
        var (severity, confidence) = machine.ClockExpectation == ClockExpectation.Slow
            ? (Severity.Critical, Confidence.Measured)
            : (Severity.Warning, Confidence.Expected);
        return seen.Seen(severity, confidence, [
            .. PlacementEvidence.Home(machine),
            EvidenceFactory.Text("Home's processor", seen.HomeHostFacts?.CpuModel, EvidenceFactory.VCenter),
            .. PlacementEvidence.Present(machine),
            EvidenceFactory.Text("Current host's processor", seen.HostFacts?.CpuModel, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Current host scales the TSC", ScalingText.Of(seen.HostFacts), EvidenceFactory.Calculated),
            EvidenceFactory.Number("Difference", machine.DifferencePpm?.Value, "ppm", EvidenceFactory.Calculated),
            EvidenceFactory.Text("Comparison", InWords(machine.Comparison, facts), EvidenceFactory.Calculated),
            EvidenceFactory.Time("Last move", machine.MovedAt, EvidenceFactory.Events),
            EvidenceFactory.Text(
                "Moved by",
                machine.Moves is [.., { By: { } by } latest] && latest.At == machine.MovedAt ? by : null,
                EvidenceFactory.Events),
            EvidenceFactory.Time(
                "On the present frequency since",
                machine.Stretches is [.., { To: null } last] ? last.From : null,
                "vCenter's CPU statistics"),
            EvidenceFactory.Text(
                "Harmless hosts",
                machine.HarmlessHosts.Count > 0 ? NameList.Join(machine.HarmlessHosts, most: 5) : "none in its cluster",
                EvidenceFactory.Calculated),
            EvidenceFactory.Text("Hosts of its frequency in other clusters", seen.OtherClusters, EvidenceFactory.Calculated),
            EvidenceFactory.Text(
                "Proposed move", machine.Destination is { } host ? Proposal(seen, host) : null, EvidenceFactory.Calculated),
            EvidenceFactory.Text("No move proposed", InWords(machine.MoveObstacle), EvidenceFactory.Calculated),
            machine.Destination is null
                ? null
                : EvidenceFactory.Count("Moves to that host in this report", seen.MovesToDestination, EvidenceFactory.Calculated),
            EvidenceFactory.Flag("monitor_control.virtual_rdtsc", machine.Settings.VirtualRdtsc, EvidenceFactory.VCenter),
            EvidenceFactory.Flag("vmx.reboot.powerCycle", machine.Settings.RebootPowerCycle, EvidenceFactory.VCenter),
            .. PlacementEvidence.Guest(machine),
        ]) with
        {
            Title = machine.Settings.VirtualRdtsc == false
                ? "The VM reads the raw TSC of a host with a different frequency than at power-on, and its clock was measured slow"
                : machine.ClockExpectation == ClockExpectation.Slow ? "The VM is away, and its clock was measured slow" : null,
        };
    }

    private static string Proposal(PlacedMachine seen, string host) =>
        host == seen.Facts.HomeHost ? $"to {host}, where it was powered on"
        : seen.Scales(host) ? $"to {host}, which scales the TSC: expected to be harmless"
        : $"to {host}";

    private static string? InWords(MoveObstacle? obstacle) => obstacle switch
    {
        MoveObstacle.Affinity => "a DRS rule keeps it together with VMs that cannot move to the same one of these hosts",
        MoveObstacle.HostUnreachable => "its host is not connected: this is as of the last contact, and it cannot be moved now",
        MoveObstacle.AntiAffinity =>
            "a DRS rule keeps it apart from VMs that run on these hosts, are to be moved there, or are outside of this scan",
        _ => null,
    };

    private static string? InWords(FrequencyComparison? comparison, FleetFacts facts) => comparison switch
    {
        FrequencyComparison.Different => $"more than the tolerance of {EvidenceFactory.Ppm(facts.Frequencies.Tolerance)}",
        FrequencyComparison.OtherModel => "more than 10,000 ppm: a different processor model",
        { } other => other.ToDocumentName(),
        null => null,
    };
}
