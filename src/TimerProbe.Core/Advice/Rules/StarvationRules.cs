namespace TimerProbe.Core.Advice;

internal sealed class StarvedCpuRule() : GuestRule("TP104")
{
    protected override Observation? Observe(GuestFacts facts)
    {
        var isCause = facts.Verdict.Cause == ClockCause.CpuStarved;
        var acted = isCause || facts.IsStarved;
        if (!acted && !IsLimited(facts.Machine))
        {
            return null;
        }

        var mayBeTheClocks = acted && MayBeTheClocks(facts);
        var severity = isCause ? SeverityOf(facts.Verdict.State) : acted && !mayBeTheClocks ? Severity.Warning : Severity.Info;
        return new Observation(severity, acted ? Confidence.Measured : Confidence.Inferred, EvidenceOf(facts))
        {
            LikelyCause = WhyOf(facts),
            Title = mayBeTheClocks
                ? "The processors are busy, and a slow clock itself keeps them busy"
                : acted ? null : "A CPU limit is set on this virtual machine",
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        Quieter(),
        VMwareCpu.Limit(vm),
        VMwareCpu.Ready(vm),
        .. OtherCpu.All(vm),
    ];

    private static PlannedRemedy Quieter() => new(
        Setting.Anywhere,
        "See what else is running, and measure again at a quieter time",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["The hypervisor's counters show what the host did. Only this machine's own operating system knows what else runs on it: use Task Manager or top."]);

    private static string? WhyOf(GuestFacts facts) => facts.Machine.CpuPressure switch
    {
        { ThrottledMs: > 0 } => "The CPU quota of the container or service was used up during the run.",
        _ when Starvation.IsFromOutside(facts.Machine) => "The host ran something else on this machine's processors: it has more work than processors, or a limit holds the VM.",
        { StealMs: 0, WaitedMs: > 0 } => "Other processes on this machine: the host took no time from it.",
        _ => null,
    };

    private static IReadOnlyList<Evidence> EvidenceOf(GuestFacts facts)
    {
        var pressure = facts.Machine.CpuPressure;
        var linux = facts.Machine.Linux is not null;
        return EvidenceFactory.Of(
            EvidenceFactory.Text("Control arithmetic", facts.Control.Because, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Number("Share of the measuring time lost", facts.Control.LostShare * 100, "%", EvidenceFactory.MeasuredHere),
            EvidenceFactory.Number("CPU quota", pressure.Quota, "processors", "cpu.max"),
            EvidenceFactory.Number("Throttled during the run", pressure.ThrottledMs, "ms", "cpu.stat"),
            EvidenceFactory.Number(
                "Stolen by the hypervisor during the run", pressure.StealMs, "ms", linux ? "/proc/stat" : EvidenceFactory.VMwareTools),
            EvidenceFactory.Number("Waited for a processor during the run", pressure.WaitedMs, "ms", "schedstat"),
            EvidenceFactory.Hertz("CPU limit of the virtual machine", pressure.LimitHz, EvidenceFactory.VMwareTools),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime));
    }

    /// <summary>
    /// Whether a clock that is slow for a known cause may itself be what keeps the processors busy: programs that read it burn them, and
    /// nothing outside of the machine took any.
    /// </summary>
    private static bool MayBeTheClocks(GuestFacts facts) =>
        facts.Verdict is
        {
            State: ClockState.Slow or ClockState.Suspicious,
            Cause: ClockCause.TscTrapped or ClockCause.PlatformTimer or ClockCause.HypervisorPage or ClockCause.HypervisorCall
                or ClockCause.SystemCall
        }
        && !Starvation.IsFromOutside(facts.Machine);

    /// <summary>Whether the hypervisor's limit lies, or may lie, below what the machine's processors could do.</summary>
    private static bool IsLimited(MachineFacts machine) => machine.CpuPressure.LimitHz is { } limit
        && !(limit.Hertz >= machine.Hypervisor.HostHz?.Hertz * machine.ProcessorCount);
}

internal sealed class StarvedMachineRule() : FleetRule("TP213")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Pressure is { } pressure && IsStarved(pressure, facts.Thresholds)
        select Within(facts.Thresholds, seen.Seen(Severity.Warning, Confidence.Measured,
        [
            Percent("Ready per virtual processor", seen.Facts.Pressure!.ReadyPercent),
            Percent("Co-stop per virtual processor", seen.Facts.Pressure.CoStopPercent),
            Percent("Held back by its limit, per virtual processor", seen.Facts.Pressure.LimitedPercent),
            Percent("Usage of its processors", seen.Facts.Pressure.UsagePercent),
            EvidenceFactory.Number("Virtual processors", seen.Facts.ProcessorCount, unit: null, EvidenceFactory.VCenter),
            EvidenceFactory.Number("CPU limit", seen.Facts.Settings.CpuLimitMhz, "MHz", EvidenceFactory.VCenter),
            .. PlacementEvidence.Present(seen.Facts),
            .. PlacementEvidence.Guest(seen.Facts),
        ]));

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareCpu.Limit(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine?.Settings.CpuLimitMhz is not null
                    || fleet.Machine?.Pressure?.LimitedPercent >= fleet.Thresholds.LimitedPercent,
        },
        VMwareCpu.Ready(target.Vm),
        FewerProcessors() with { Fits = fleet => fleet.Machine?.Pressure?.CoStopPercent >= fleet.Thresholds.CoStopPercent },
    ];

    private static bool IsStarved(CpuPressureOfMachine pressure, FleetThresholds limits) =>
        pressure.ReadyPercent >= limits.ReadyPercent
            || pressure.CoStopPercent >= limits.CoStopPercent
            || pressure.LimitedPercent >= limits.LimitedPercent;

    private static FleetObservation Within(FleetThresholds limits, FleetObservation seen) =>
        seen with { Target = seen.Target with { Thresholds = limits } };

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
}
