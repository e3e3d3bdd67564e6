using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class FrequencyMismatchRule : GuestRule
{
    private const double RoundingHertz = 500_000;

    /// <summary>What KVM takes as one frequency; it also holds the 200 ppm by which the told speed may be off.</summary>
    private const double TolerancePpm = 250;

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP108",
        Title = "The host's frequency is not the one the VM was powered on at",
        Impact = "Clock reads may trap on this host, or after the next vMotion; the measured cost shows whether they do now.",
        LikelyCause = "The VM was moved to a host with a different frequency after it was powered on.",
        Meaning = """
            A VMware virtual machine keeps the TSC frequency of the host on which it was powered on. VMware Tools reports the speed of
            the host it is on now, and the two differ: the VM has moved to a host with a different frequency. Whether that costs
            anything depends on the host's processor: one that scales the TSC in hardware is expected to let the guest read it natively;
            one that does not makes every read trap (TP101). The measured cost decides; this finding explains it and warns of the next
            vMotion. When reads do trap, see TP101 for what to do about it.
            """,
        Condition = """
            The frequency reported by CPUID 0x40000010, or by the hypervisor's reference page where CPUID does not, and the host speed
            reported by VMware Tools differ by more than 250 ppm plus the half MHz to which the latter is rounded, together about 450
            ppm at 2.5 GHz. Smaller differences exist and matter, but cannot be seen this way. *Inferred*: the reported speed is good to
            200 ppm at best, and that it follows a vMotion is expected, not documented. On Windows it is the counter "Host processor
            speed in MHz", on Linux the output of `vmware-toolbox-cmd stat speed`; where both are available, both are shown and the
            counter is compared.
            """,
        Severities = "Warning when the clock is slow; otherwise info.",
        References = [Sources.VMwareTimekeeping, Sources.LinuxTimekeeping],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine.Hypervisor is not { VirtualTscHz: { Hertz: > 0 } reported, HostHz: { Hertz: > 0 } host } || !Differ(reported, host)
            ? null
            : new(
                facts.Verdict.State == ClockState.Slow ? Severity.Warning : Severity.Info,
                Confidence.Inferred,
                EvidenceFactory.Of([
                    EvidenceFactory.ToldTsc(facts.Machine.Hypervisor),
                    .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                    EvidenceFactory.Number("Difference", host.DifferenceFrom(reported).Value, "ppm", EvidenceFactory.Calculated),
                    EvidenceFactory.Text("Processor", facts.Machine.CpuModel, EvidenceFactory.Cpuid),
                ]));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        MeasureAgain.AfterMoves() with { When = facts => facts.Verdict.State != ClockState.Slow },
        VMwarePower.Cycle(vm) with { When = facts => facts.Verdict is { State: ClockState.Slow, Cause: not ClockCause.TscTrapped } },
        VMwarePlacement.DrsRule(vm) with { When = facts => facts.Verdict.Cause != ClockCause.TscTrapped },
        VMwarePlacement.Frequencies(vm),
    ];

    private static bool Differ(Frequency reported, Frequency host) =>
        Math.Abs(host.Hertz - (double)reported.Hertz) > RoundingHertz + (reported.Hertz * TolerancePpm / 1e6);
}

internal sealed class MixedClusterRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP202",
        Title = "The cluster's hosts have different frequencies",
        Meaning = """
            A vMotion between two classes of this cluster takes a virtual machine away from the frequency it was powered on at. On a
            host that scales the TSC that changes nothing (TP223); on one that does not, its clock is expected to become slow (TP201).
            Where DRS moves machines automatically, that can happen at any time and to any of
            them, which is why it looks random. Hosts of the same model can be in different classes: firmware settings alone account for
            up to 2,400 ppm.
            """,
        Condition = """
            The cluster has more than one frequency class: with its hosts sorted by `hardware.cpuInfo.hz`, a class extends as long as
            its highest frequency is within the tolerance of its lowest. *Inferred*: the figures are ESXi's own measurement; that they
            are the rate of the TSC is expected.
            """,
        Severities = """
            Warning when one of its hosts does not scale the TSC and the cluster's DRS is partially or fully automated; otherwise info.
            """,
        References = [Sources.HostFrequency, Sources.DrsAutomation, Sources.DrsRules, Sources.Evc],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        from cluster in center.Clusters
        where cluster.FrequencyClasses.Count > 1
        select Mixed(center, cluster, [.. center.Hosts.Where(host => host.ClusterId == cluster.Id)]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareClasses.GroupEach(target) with { Fits = HasHostsThatTrap },
        VMwareClasses.KeepEqual() with { Fits = HasHostsThatTrap },
        VMwareClasses.NothingToDo(target) with { Fits = fleet => !fleet.HasHostsThatTrap },
    ];

    private static bool HasHostsThatTrap(FleetTarget fleet) => fleet.HasHostsThatTrap;

    private static FleetObservation Mixed(VCenterFacts center, ClusterFacts cluster, IReadOnlyList<HostFacts> hosts) => new(
        new Subject(SubjectKind.Cluster, cluster.Name, cluster.Id) { Server = center.Server },
        DrsAutomation.IsAutomatic(cluster.Drs) && hosts.Any(host => host.TscScaling == TscScaling.No) ? Severity.Warning : Severity.Info,
        Confidence.Inferred,
        EvidenceFactory.Of([
            EvidenceFactory.Text("DRS automation", cluster.Drs, EvidenceFactory.VCenter),
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
        string.Create(CultureInfo.InvariantCulture, $"{Range(frequency)} Hz: {NameList.Join(frequency.Hosts)}"),
        Unit: null,
        EvidenceFactory.CpuInfo);

    private static string Range(FrequencyClass frequency) => frequency.LowHz == frequency.HighHz
        ? string.Create(CultureInfo.InvariantCulture, $"{frequency.LowHz.Hertz:N0}")
        : string.Create(CultureInfo.InvariantCulture, $"{frequency.LowHz.Hertz:N0} to {frequency.HighHz.Hertz:N0}");

    private static int Count(VCenterFacts center, ClusterFacts cluster, Core.Facts.Placement placement) =>
        center.VirtualMachines.Count(machine => machine.ClusterId == cluster.Id && machine.Placement == placement);
}

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
