namespace TimerProbe.Core.Advice;

/// <summary>Rules about a virtual machine and where it runs.</summary>
internal static class MachineRules
{
    public static readonly FleetRule Away = new("TP201")
    {
        Observe = facts => from seen in PlacedMachine.From(facts) where seen.Facts.IsSlowAway select SeeAway(seen, facts),
        Plan = target =>
        [
            Verification.MeasureInferredHome() with
            {
                Fits = fleet => fleet.Machine is { HomeCertainty: HomeCertainty.Inferred, Guest: null },
            },
            VMwarePlacement.Back(target),
            VMwarePlacement.ToOtherCluster(target),
            VMwarePower.Cycle(target.Vm),
            VMwareClasses.Join(target),
            VMwareRawTsc.Expose(target.Vm) with
            {
                Fits = fleet => fleet is { SameClass: not null, Machine.Settings.VirtualRdtsc: not false },
            },
        ],
    };

    private static FleetObservation SeeAway(PlacedMachine seen, FleetFacts facts)
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
                machine.HarmlessHosts.Count > 0 ? PlainText.List(machine.HarmlessHosts, max: 5) : "none in its cluster",
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

    public static readonly FleetRule Suspended = new("TP211")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where IsSuspended(seen.Facts) || seen.Facts.ResumedAt is not null
            select seen.Seen(
                seen.Facts.IsSlowAway ? Severity.Warning : Severity.Info,
                Confidence.Expected,
                [
                    EvidenceFactory.Text("Power state", seen.Facts.PowerState, EvidenceFactory.VCenter),
                    EvidenceFactory.Time("Resumed", seen.Facts.ResumedAt, EvidenceFactory.Events),
                    .. EvidenceFactory.Home(seen.Facts),
                    .. EvidenceFactory.Present(seen.Facts),
                    EvidenceFactory.Number("Difference", seen.Facts.DifferencePpm?.Value, "ppm", EvidenceFactory.Calculated),
                ]) with
            {
                Title = IsSuspended(seen.Facts) ? "The VM is suspended: it will keep the frequency it was powered on at when it is resumed"
                    : seen.IsAway ? "The VM was resumed and is on a host with a different frequency than it was powered on at"
                    : null,
            },
        Plan = target =>
        [
            ResumeAtHome() with { Fits = fleet => IsSuspended(fleet.Machine!) },
            VMwarePlacement.Back(target) with
            {
                Fits = fleet => fleet is { Destinations.Count: > 0, Machine: { IsSlowAway: true, Settings.VirtualRdtsc: not false } },
            },
            VMwarePower.Cycle(target.Vm) with { Fits = fleet => fleet.Machine!.IsSlowAway },
            Verification.MeasureInTheGuest() with { Fits = fleet => !IsSuspended(fleet.Machine!) },
        ],
    };

    private static bool IsSuspended(VirtualMachineFacts machine) => machine.PowerState == "suspended";

    private static PlannedRemedy ResumeAtHome() => new(
        Setting.VMware,
        "Resume on a host with its original frequency, power-cycle (downtime)",
        [new(Tools.VSphereClient, """
            1. Right-click the VM: Migrate > Change compute resource only: choose a host with its home frequency.
            2. Power > Power On: it resumes there.
            """)],
        ["If its home is unknown, measure in the guest after the resume: `timerprobe check`."]);

    public static readonly FleetRule Starved = new("TP213")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            let pressure = seen.Facts.Pressure
            where pressure is not null && IsStarved(pressure, facts.Thresholds)
            let observation = seen.Seen(Severity.Warning, Confidence.Measured,
            [
                Percent("Ready per virtual processor", pressure.ReadyPercent),
                Percent("Co-stop per virtual processor", pressure.CoStopPercent),
                Percent("Held back by its limit, per virtual processor", pressure.LimitedPercent),
                Percent("Usage of its processors", pressure.UsagePercent),
                EvidenceFactory.Number("Virtual processors", seen.Facts.ProcessorCount, unit: null, EvidenceFactory.VCenter),
                EvidenceFactory.Number("CPU limit", seen.Facts.Settings.CpuLimitMhz, "MHz", EvidenceFactory.VCenter),
                .. EvidenceFactory.Present(seen.Facts),
                .. EvidenceFactory.Guest(seen.Facts),
            ])
            select observation with { Target = observation.Target with { Thresholds = facts.Thresholds } },
        Plan = target =>
        [
            VMwareHost.CpuLimit(target.Vm) with
            {
                Fits = fleet =>
                    fleet.Machine?.Settings.CpuLimitMhz is not null
                        || fleet.Machine?.Pressure?.LimitedPercent >= fleet.Thresholds.LimitedPercent,
            },
            VMwareHost.CpuReady(target.Vm),
            FewerProcessors() with { Fits = fleet => fleet.Machine?.Pressure?.CoStopPercent >= fleet.Thresholds.CoStopPercent },
        ],
    };

    private static bool IsStarved(CpuPressureOfMachine pressure, FleetThresholds limits) =>
        pressure.ReadyPercent >= limits.ReadyPercent
            || pressure.CoStopPercent >= limits.CoStopPercent
            || pressure.LimitedPercent >= limits.LimitedPercent;

    private static Evidence? Percent(string what, double? value) => EvidenceFactory.Number(what, value, "%", "QueryPerf");

    private static PlannedRemedy FewerProcessors() => new(
        Setting.VMware,
        "Give the VM fewer vCPUs (downtime), or wait for snapshot consolidation",
        [new(Tools.VSphereClient, """
            1. Snapshots > Manage: delete what is no longer needed; co-stop is high while that runs.
            2. At the next maintenance: Edit Settings > Virtual Hardware > CPU: no more than it uses.
            """)],
        ["Licensing and NUMA depend on the number of processors too: ask the VM's owner first."])
    {
        Verify = "timerprobe scan --performance",
    };

    public static readonly FleetRule SlowAtHome = new("TP217")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where (seen.IsHome || seen.IsUnknown) && seen.Facts.Guest is { State: not ClockState.Healthy }
                || (seen.IsHome && seen.Facts.ClockExpectation == ClockExpectation.ExpectedSlow)
            select SeeSlow(seen),
        Plan = target =>
        [
            Verification.MeasureInTheGuest(),
            VMwareHost.Distrusted() with { Fits = fleet => fleet.Machine!.Guest?.Cause is ClockCause.TscTrapped or ClockCause.Unknown },
            VMwarePower.Cycle(target.Vm) with
            {
                Fits = fleet =>
                    fleet.Machine is { Placement: Core.Facts.Placement.Unknown, Guest.Cause: ClockCause.TscTrapped or ClockCause.Unknown }
                        or { LoggedTrap: not null },
            },
        ],
    };

    private static FleetObservation SeeSlow(PlacedMachine seen) => seen.Seen(
        seen.Facts.Guest is { } guest ? Rule.GetSeverity(guest.State) : Severity.Critical,
        Confidence.Measured,
        [
            EvidenceFactory.Text("The hypervisor's own word", seen.Facts.LoggedTrap, "vmware.log"),
            .. EvidenceFactory.Guest(seen.Facts),
            .. EvidenceFactory.Home(seen.Facts),
            .. EvidenceFactory.Present(seen.Facts),
            EvidenceFactory.Text("Why the home is unknown", seen.Facts.UnknownReason, EvidenceFactory.Calculated),
        ]) with
    {
        Title = seen.Facts.Guest is null ? "At home by its frequency, but the hypervisor's log says that each clock read traps"
            : seen.IsUnknown ? "The guest's clock is slow to read, and it is not known where the VM was powered on" : null,
    };
}
