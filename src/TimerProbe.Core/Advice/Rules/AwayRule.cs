namespace TimerProbe.Core.Advice;

internal sealed class AwayRule() : FleetRule("TP201")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts) where seen.Facts.IsSlowAway select Away(seen, facts);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        Verification.MeasureInferredHome() with { Fits = fleet => fleet.Machine is { HomeCertainty: HomeCertainty.Inferred, Guest: null } },
        VMwarePlacement.Back(target),
        VMwarePlacement.ToOtherCluster(target),
        VMwarePower.Cycle(target.Vm),
        VMwareClasses.Join(target),
        VMwareRawTsc.Expose(target.Vm) with { Fits = fleet => fleet is { SameClass: not null, Machine.Settings.VirtualRdtsc: not false } },
    ];

    private static FleetObservation Away(PlacedMachine seen, FleetFacts facts)
    {
        var machine = seen.Facts;
        var (severity, confidence) = machine.ClockExpectation == ClockExpectation.Slow
            ? (Severity.Critical, Confidence.Measured)
            : (Severity.Warning, Confidence.Expected);
        return seen.Seen(severity, confidence, [
            .. EvidenceFactory.Home(machine),
            EvidenceFactory.Text("Home's processor", seen.HomeHostFacts?.CpuModel, EvidenceFactory.VCenter),
            .. EvidenceFactory.Present(machine),
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
                machine.HarmlessHosts.Count > 0 ? PlainText.List(machine.HarmlessHosts, most: 5) : "none in its cluster",
                EvidenceFactory.Calculated),
            EvidenceFactory.Text("Hosts in other clusters", seen.OtherClusters, EvidenceFactory.Calculated),
            EvidenceFactory.Text("Not by live vMotion", seen.BehindVendor, EvidenceFactory.Calculated),
            EvidenceFactory.Evc(seen.Cluster),
            EvidenceFactory.Text(
                "Proposed move", machine.Destination is { } host ? Proposal(seen, host) : null, EvidenceFactory.Calculated),
            EvidenceFactory.Text("No move proposed", InWords(machine.MoveObstacle), EvidenceFactory.Calculated),
            machine.Destination is null
                ? null
                : EvidenceFactory.Count("Moves to that host in this report", seen.MovesToDestination, EvidenceFactory.Calculated),
            EvidenceFactory.Flag("monitor_control.virtual_rdtsc", machine.Settings.VirtualRdtsc, EvidenceFactory.VCenter),
            EvidenceFactory.Flag("vmx.reboot.powerCycle", machine.Settings.RebootPowerCycle, EvidenceFactory.VCenter),
            .. EvidenceFactory.Guest(machine),
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
