namespace TimerProbe.Core.Advice;

/// <summary>Rules about guests of whose clock more has to be measured.</summary>
internal static class UnclearRules
{
    public static readonly GuestRule Unclear = new("TP112")
    {
        Observe = facts =>
        {
            var cost = facts.Clock(ClockSource.PreciseTime);
            return facts.Verdict is not
            {
                State: ClockState.Unclear,
                Cause: not ClockCause.Intermittent
            } ? null : new(Severity.Warning, Confidence.Measured,
                EvidenceFactory.Cost("Precise time, at least", cost?.CallNs?.Low),
                EvidenceFactory.Cost("Precise time, at most", cost?.CallNs?.High),
                EvidenceFactory.Measured("Batches", cost?.Batches),
                EvidenceFactory.Text("Verdict", facts.Verdict.Because, EvidenceFactory.MeasuredHere),
                EvidenceFactory.Text("Control arithmetic", facts.Control.Because, EvidenceFactory.MeasuredHere))
            {
                LikelyCause = !InDoubt(facts) ? null
                    : ClocksourceChoice.TicksBesideTsc(facts.Machine.Linux) ? "The kernel counts its own ticks, and loses some, although it lists the TSC."
                    : "The kernel took a wrong rate for the TSC's at its start, or was moved to another since; a restart measures it again.",
            };
        },
        Plan = vm =>
        [
            .. GuestClocksource.LinuxOfTicks(),
            Measure("Compare with a clock outside: the second itself is in doubt", Verification.Rate,
                "HOST is an NTP server that the machine can reach. If the rates agree, the figures hold, and the check says so.") with { When = InDoubt, Verify = Verification.Rate },
            Measure("Restart the machine: its kernel measures the TSC again (downtime)", "timerprobe check",
                "Start it when its host is not busy: a host too busy to answer in time is how a kernel takes a wrong rate. Stopping and starting a VM does it too.") with { When = InDoubt, Verify = Verification.Rate },
            Measure("Give it more time", "timerprobe check --budget 20s",
                "More batches narrow the interval; they do not help on a machine that is busy throughout.") with { When = facts => !InDoubt(facts) },
            Measure("Measure on a less busy processor", "timerprobe check --processors 0",
                "Replace 0 with the processor's number; Task Manager or top shows which one is idle.") with { When = facts => !InDoubt(facts) },
            Measure("Measure at a quieter time, or every few minutes with a scheduler", "timerprobe check --output json",
                "A verdict that changes with the time of day, or when the VM moves to another host, is itself an answer: note the times of both.") with { When = facts => !InDoubt(facts) },
        ],
    };

    private static bool InDoubt(GuestFacts facts) => VerdictJudge.GetDoubt(facts.Machine, facts.Drift) is not null;

    private static PlannedRemedy Measure(string action, string command, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, command)], [caveat]);

    public static readonly GuestRule UnknownCause = new("TP113", ClockCause.Unknown)
    {
        Observe = facts =>
            facts.Verdict is not { Cause: ClockCause.Unknown, State: not (ClockState.Healthy or ClockState.Unclear) } verdict ? null : new(
                Rule.GetSeverity(verdict.State),
                Confidence.Measured,
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
                ])
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
            },
        Plan = vm =>
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
        ],
    };

    private static bool IsArm(GuestFacts facts) => facts.Machine.Architecture is not ("x64" or "x86");

    private static bool StubIsMissing(GuestFacts facts) => facts.Clock(ClockSource.TimestampCounter)?.CallNs is null;

    private static PlannedRemedy Stub() => new(Setting.Anywhere, "Let RDTSC be timed: it distinguishes a trapped TSC from other causes",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["That is, run without --no-stub. The probe then runs a few bytes of its own machine code. Where a policy forbids that "
            + "(such as SELinux execmem), allow it for this one run or try it on a similar machine."]);

    private static PlannedRemedy Collect(string action, string command, string caveat) =>
        Measure(action, command, caveat) with { Verify = command };

    public static readonly GuestRule Intermittent = new("TP115", ClockCause.Intermittent)
    {
        Observe = facts => facts is not
        {
            Verdict.Cause: ClockCause.Intermittent,
            Change: { } change
        } ? null : new(
            Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Cost("Precise time, fast", change.LowNs),
            EvidenceFactory.Cost("Precise time, slow", change.HighNs),
            EvidenceFactory.Measured(
                change.Between == ClockChangeKind.Time ? "Slow part of the time" : "Slow part of the processors",
                change.HighShare * 100,
                "%"),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit)),
        Plan = vm =>
        [
            Measure("Find the slow processors", "timerprobe check --per-processor", "What differs between them is reported as TP105.") with
            {
                When = facts => facts.Change is { Between: ClockChangeKind.Processors },
            },
            Measure("Watch for a few minutes: how often it changes, and along with what", "timerprobe watch --every 1s",
                "A single change is a move or a resume; constant changes come from the hypervisor or the operating system.") with
            {
                When = facts => facts.Change is not { Between: ClockChangeKind.Processors },
            },
            VMwareHost.Distrusted(),
            VMwarePlacement.Frequencies(vm),
        ],
    };
}
