namespace TimerProbe.Core.Advice;

internal sealed class UnknownCauseRule() : GuestRule("TP113", ClockCause.Unknown)
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.Unknown, State: not (ClockState.Healthy or ClockState.Unclear) } verdict ? null : new(
            GetSeverity(verdict.State),
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
                EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
                EvidenceFactory.Text(
                    "RDTSC was not timed", StubIsMissing(facts) && !IsArm(facts) ? facts.Clock(ClockSource.TimestampCounter)?.Why : null, "stub"),
                EvidenceFactory.Cost(facts, ClockSource.VmExit),
                EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
                EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
                .. EvidenceFactory.LinuxClocks(facts),
                EvidenceFactory.Flag("vDSO: reads need no system call", facts.Machine.Linux?.Vdso, "auxiliary vector"),
            ]))
        {
            LikelyCause = facts.Clock(ClockSource.TimestampCounter)?.CallNs?.Median switch
            {
                _ when facts.Machine is { Linux.UnstableReason: { } reason } && IsArm(facts) =>
                    $"The kernel traps each read of the counter, for an erratum of the processor: \"{reason}\".",
                _ when IsArm(facts) => "Not known: nothing the operating system reports of its clock explains the cost.",
                null => "Not known: RDTSC could not be timed, so a trapped TSC and a longer way through the system look the same.",
                { } cost when cost < VerdictTable.NativeTscLimit => "Not known: RDTSC is native, and nothing the operating system reports of its clock explains the cost.",
                _ => "Not known: the cost of RDTSC lies between a native and a trapped read, as on a slowed processor or in nested VMs.",
            },
        };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        GuestClocksource.OtherKernel() with { When = facts => IsArm(facts) && facts.Machine.Linux?.UnstableReason is not null },
        Stub() with { When = facts => StubIsMissing(facts) && !IsArm(facts) },
        Collect("See whether all processors pay the same", "timerprobe check --per-processor",
            "One slow processor among fast ones is TP105."),
        Collect("See whether threads slow each other down", "timerprobe check --scaling",
            "A clock that does not scale with threads is TP106: a shared device or a lock."),
        Collect("Measure again with more time, and keep the document", "timerprobe check --budget 20s --output json",
            "Compare it with one from the same VM on another host, or from another VM on the same host: only a difference is informative."),
        VMwareHost.Distrusted(),
        VMwarePlacement.Frequencies(vm),
    ];

    private static bool IsArm(GuestFacts facts) => facts.Machine.Architecture is not ("x64" or "x86");

    private static bool StubIsMissing(GuestFacts facts) => facts.Clock(ClockSource.TimestampCounter)?.CallNs is null;

    private static PlannedRemedy Stub() => new(Setting.Anywhere, "Let RDTSC be timed: it distinguishes a trapped TSC from other causes",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["That is, run without --no-stub. The probe then runs a few bytes of its own machine code. Where a policy forbids that "
            + "(such as SELinux execmem), allow it for this one run or try it on a similar machine."]);

    private static PlannedRemedy Collect(string action, string command, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, command)], [caveat]) { Verify = command };
}
