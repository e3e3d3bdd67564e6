namespace TimerProbe.Core.Advice;

internal sealed class StarvedCpuRule() : GuestRule("TP104", ClockCause.CpuStarved)
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
        var severity = isCause ? GetSeverity(facts.Verdict.State) : acted && !mayBeTheClocks ? Severity.Warning : Severity.Info;
        return new Observation(severity, acted ? Confidence.Measured : Confidence.Inferred, GetEvidence(facts))
        {
            LikelyCause = GetReason(facts),
            Title = mayBeTheClocks
                ? "The processors are busy, and a slow clock itself keeps them busy"
                : acted ? null : "A CPU limit is set on this virtual machine",
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [Quieter(), VMwareHost.CpuLimit(vm), VMwareHost.CpuReady(vm), .. OtherCpu.All(vm)];

    private static PlannedRemedy Quieter() => new(Setting.Anywhere, "See what else is running, and measure again at a quieter time",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["The hypervisor's counters show what the host did. Only this machine's own operating system knows what else runs on it: use Task Manager or top."]);

    private static string? GetReason(GuestFacts facts) => facts.Machine.CpuPressure switch
    {
        { ThrottledMs: > 0 } => "The CPU quota of the container or service was used up during the run.",
        _ when Starvation.IsFromOutside(facts.Machine) => "The host ran something else on this machine's processors: it has more work than processors, or a limit holds the VM.",
        { StealMs: 0, WaitedMs: > 0 } => "Other processes on this machine: the host did not take CPU time from it.",
        _ => null,
    };

    private static IReadOnlyList<Evidence> GetEvidence(GuestFacts facts)
    {
        var pressure = facts.Machine.CpuPressure;
        var linux = facts.Machine.Linux is not null;
        return EvidenceFactory.Of(
            EvidenceFactory.Text("Control arithmetic", facts.Control.Because, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Measured("Share of the measuring time lost", facts.Control.LostShare * 100, "%"),
            EvidenceFactory.Number("CPU quota", pressure.Quota, "processors", "cpu.max"),
            EvidenceFactory.Number("Throttled during the run", pressure.ThrottledMs, "ms", "cpu.stat"),
            EvidenceFactory.Number(
                "Stolen by the hypervisor during the run", pressure.StealMs, "ms", linux ? "/proc/stat" : EvidenceFactory.VMwareTools),
            EvidenceFactory.Number("Waited for a processor during the run", pressure.WaitedMs, "ms", "schedstat"),
            EvidenceFactory.Hertz("CPU limit of the virtual machine", pressure.LimitHz, EvidenceFactory.VMwareTools),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime));
    }

    private static bool MayBeTheClocks(GuestFacts facts) =>
        facts.Verdict is
        {
            State: ClockState.Slow or ClockState.Suspicious,
            Cause: ClockCause.TscTrapped or ClockCause.PlatformTimer or ClockCause.HypervisorPage or ClockCause.HypervisorCall
                or ClockCause.SystemCall
        }
        && !Starvation.IsFromOutside(facts.Machine);

    private static bool IsLimited(MachineFacts machine) => machine.CpuPressure.LimitHz is { } limit
        && !(limit.Hertz >= machine.Hypervisor.HostHz?.Hertz * machine.ProcessorCount);
}
