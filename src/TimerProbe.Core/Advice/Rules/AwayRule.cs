using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class AwayRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP201",
        Title = "The VM is away: its host has a different TSC frequency",
        Meaning = """
            A VMware virtual machine keeps the TSC frequency of the host on which it was powered on: its home. On a host with a
            different frequency, ESXi is expected to intercept every clock read unless the processor scales the TSC in hardware. A read
            then costs 10 to 100 times as much, and programs that read the clock often, SQL Server among them, are several times slower,
            while CPU shows 100 % and nothing waits (TP101). One vMotion can cause it and another can cure it.

            Only a measurement in the guest can tell for sure. With `--guest-results`, the scan takes it into account: see TP216 for a
            machine that is away but still fast. One such machine shows that its current host scales the TSC for that home frequency:
            others with the same home frequency on that host are then expected to be fast as well.
            """,
        Condition = """
            The frequency of the current host (`hardware.cpuInfo.hz`) and that of the host of the last power-on differ by more than the
            tolerance, 250 ppm by default. The home comes from vCenter's events, from an earlier scan or from the frequency reported to
            the guest; it is never assumed. *Expected*: whether this figure is the rate that ESXi compares, and how much ESXi tolerates,
            is not published. *Measured* when the guest's own result is joined; a result from before the last move is not used.
            """,
        Severities = """
            Warning; critical once a joined guest result says slow; info once one says healthy, or once the result of another machine
            with the same home frequency on the same host does.
            """,
        References = [Sources.HostFrequency, Sources.MachineEvents, Sources.VMwareTimekeeping, Sources.RebootPowerCycle, Sources.DrsRules],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts) where seen.IsAway select Away(seen, facts);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        MeasureAgain.AfterMoves() with { Where = Setting.VMware, Fits = IsFast },
        MeasureAgain.InferredHome() with
        {
            Fits = fleet => !IsFast(fleet) && fleet.Machine is { HomeCertainty: HomeCertainty.Inferred, Guest: null },
        },
        UnlessFast(VMwareMigration.Back(target)),
        UnlessFast(VMwareMigration.ToOtherCluster(target)),
        UnlessFast(VMwarePower.Cycle(target.Vm)),
        VMwareClasses.Join(target),
        UnlessFast(VMwareRawTsc.Expose(target.Vm) with
        {
            Fits = fleet => fleet is { SameClass: not null, Machine.Settings.VirtualRdtsc: not false },
        }),
    ];

    private static bool IsFast(FleetTarget target) => target.IsExpectedFast;

    private static PlannedRemedy UnlessFast(PlannedRemedy remedy) =>
        remedy with { Fits = fleet => !IsFast(fleet) && remedy.Fits?.Invoke(fleet) != false };

    private static FleetObservation Away(PlacedMachine seen, FleetFacts facts)
    {
        var machine = seen.Facts;
        var witness = seen.Witness;
        var (severity, confidence) = machine.Guest?.State switch
        {
            ClockState.Slow => (Severity.Critical, Confidence.Measured),
            ClockState.Healthy => (Severity.Info, Confidence.Measured),
            _ when witness is not null => (Severity.Info, Confidence.Expected),
            _ => (Severity.Warning, Confidence.Expected),
        };
        return seen.Seen(severity, confidence, [
            .. PlacementEvidence.Home(machine),
            EvidenceFactory.Text("Home's processor", seen.HomeHostFacts?.CpuModel, EvidenceFactory.VCenter),
            .. PlacementEvidence.Present(machine),
            EvidenceFactory.Text("Current host's processor", seen.HostFacts?.CpuModel, EvidenceFactory.VCenter),
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
                "Proposed move", machine.Destination is { } host ? Proposal(machine, host) : null, EvidenceFactory.Calculated),
            EvidenceFactory.Text("No move proposed", InWords(machine.MoveObstacle), EvidenceFactory.Calculated),
            machine.Destination is null
                ? null
                : EvidenceFactory.Count("Moves to that host in this report", seen.MovesToDestination, EvidenceFactory.Calculated),
            EvidenceFactory.Text("Fast on the same host, with the same home frequency", witness?.Name, "timerprobe check"),
            EvidenceFactory.Flag("monitor_control.virtual_rdtsc", machine.Settings.VirtualRdtsc, EvidenceFactory.VCenter),
            EvidenceFactory.Flag("vmx.reboot.powerCycle", machine.Settings.RebootPowerCycle, EvidenceFactory.VCenter),
            .. PlacementEvidence.Guest(machine),
        ]) with
        {
            Title = machine.Settings.VirtualRdtsc == false
                ? "The VM reads the raw TSC of a host with a different frequency than at power-on: its time may run at the wrong rate"
                : null,
        };
    }

    private static string Proposal(VirtualMachineFacts machine, string host) =>
        host == machine.HomeHost ? $"to {host}, where it was powered on" : $"to {host}";

    private static string? InWords(MoveObstacle? obstacle) => obstacle switch
    {
        MoveObstacle.Affinity => "a DRS rule keeps it together with VMs that cannot move to the same one of these hosts",
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

internal sealed class AwayButFastRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP216",
        Title = "Away from home, but the guest's clock reads are fast",
        Meaning = """
            By the frequencies, this virtual machine is away from home, but its guest measured a healthy clock there. Either the host's
            processor scales the TSC in hardware and ESXi uses that, or ESXi tolerates the difference. Nothing is wrong now, but the
            next host may be different: being away is still worth watching (TP201, then info).
            """,
        Condition = "TP201 applies, and a joined guest result says healthy. *Measured*.",
        Severities = "Info.",
        References = [Sources.HostFrequency, Sources.VMwareTimekeeping],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen is { IsAway: true, Facts.Guest.State: ClockState.Healthy }
        select seen.Seen(Severity.Info, Confidence.Measured,
        [
            .. PlacementEvidence.Guest(seen.Facts),
            .. PlacementEvidence.Present(seen.Facts),
            EvidenceFactory.Text("Current host's processor", seen.HostFacts?.CpuModel, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Current host's ESXi", seen.HostFacts?.Version, EvidenceFactory.VCenter),
            EvidenceFactory.Number("Difference", seen.Facts.DifferencePpm?.Value, "ppm", EvidenceFactory.Calculated),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [MeasureAgain.AfterMoves() with { Where = Setting.VMware }];
}
