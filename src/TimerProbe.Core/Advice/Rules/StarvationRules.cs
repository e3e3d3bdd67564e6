using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class StarvedCpuRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP104",
        Title = "This machine is short of CPU",
        Impact = "Everything on this machine is slow at such times, not only code that reads the clock.",
        LikelyCause = "Other processes on the machine, a CPU limit or quota, or a host with more work than processors.",
        Meaning = """
            Something kept the measuring process from running: other programs on this machine, a container quota, a limit on the virtual
            machine, or an overloaded host. Everything is slow then, not only the clock. A program that seems slow because of its clock
            may be slow because of this.

            A slow clock burns CPU itself: every read keeps its processor busy, so a program that reads it often, such as SQL Server,
            takes several times the CPU for the same work. Beside a slow clock with a known cause, busy processors are therefore no
            reason to look away from the clock; only what the host or a quota takes is.

            Short bursts of throttling when a program starts many threads, as runtimes with a JIT compiler do, are common in containers
            with a small quota.
            """,
        Condition = """
            Any of these during the run:

            - the arithmetic between the clock reads, which reads no clock, was slow or unstable, or it and the other sources that read no
              clock lost more than a quarter of their time (*measured*);
            - the control group was throttled at all (*measured*);
            - the hypervisor stole more than 10 % of the time of all processors (*measured*);
            - the measuring thread was ready but waited for a processor for more than a quarter of the time, and more than 5 ms
              (*measured*; Linux reports it, Windows does not);
            - the verdict's cause is `cpuStarved`: the arithmetic itself was slowed by as much as the clock (*measured*). Waiting for a
              processor alone is never a cause: short measurements run whole or not at all, and their median does not rise;
            - VMware Tools reports a CPU limit below what the machine's processors can do. Whether it took effect cannot be seen from
              inside (*inferred*).
            """,
        Severities = """
            When it is the cause of a slow clock, it follows the verdict: critical when the clock is slow, warning when it is suspicious
            or unclear, info when it is only worth a check. Otherwise warning; info for a limit that is set but has not been seen to
            act, and beside a clock that is slow for a known cause where neither the hypervisor nor a quota took any time.
            """,
        References = [Sources.ControlGroups, Sources.VMwareTimekeeping],
    };

    protected override Observation? Observe(GuestFacts facts)
    {
        var isCause = facts.Verdict.Cause == ClockCause.CpuStarved;
        var acted = isCause || CpuPressure.ActedOn(facts);
        if (!acted && !CpuPressure.Limited(facts.Machine))
        {
            return null;
        }

        var mayBeTheClocks = acted && CpuPressure.MayBeTheClocks(facts);
        var severity = isCause ? VerdictSeverity.Of(facts.Verdict.State) : acted && !mayBeTheClocks ? Severity.Warning : Severity.Info;
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
}

internal sealed class StarvedMachineRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP213",
        Title = "The VM is slow because it is short of CPU, not because of its clock",
        Meaning = """
            The virtual machine was ready to run but did not get its processors: the host is overloaded, its virtual processors wait for
            each other, or a limit holds them back. Everything in it is slow then, the clock no more than the rest. A slow clock looks
            the opposite: CPU at 100 % and no waiting. Both can occur together; this one is fixed on the host.
            """,
        Condition = """
            With `--performance`, the average per virtual processor over the last few minutes (*measured* by ESXi):

            - ready 5 % or more; from 10 % on, users notice;
            - or co-stop 3 % or more;
            - or held back by a CPU limit 1 % or more.

            `thresholds` in a configuration sets other limits.
            """,
        Severities = "Warning.",
        References = [Sources.CpuCounters],
    };

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
