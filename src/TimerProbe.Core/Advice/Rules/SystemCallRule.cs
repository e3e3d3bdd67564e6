using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SystemCallRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP116",
        Title = "Clock reads are system calls",
        Impact = "Each read enters the kernel: code that reads the clock often runs several times slower.",
        LikelyCause = "A kernel without a vDSO (WSL 1, an option), or a sandbox, an enclave or a tracer that catches every system call.",
        Meaning = """
            Coarse time is the time of the last tick: the operating system leaves it in memory, and reading it touches no clock at all. Where it costs as
            much as precise time, the cost is not the clock's: every read takes the way into the kernel, or into a sandbox in front of it (gVisor, an
            enclave such as SGX, WSL 1, a tracer). Where only coarse time is expensive, programs that chose it because it is cheap pay more than those that
            read precise time.
            """,
        Condition = """
            On Linux: the verdict's cause is `systemCall`, which is *inferred*: RDTSC costs less than 100 ns, coarse time more than 100, and precise time no more
            than twice that. Or, on any system, precise time is healthy while coarse time costs more than 300 ns (*measured*).
            """,
        Severities = VerdictSeverity.InWords + " Warning where only coarse time is expensive.",
        References = [Sources.LinuxTimekeeping, Sources.WindowsTimestamps],
    };

    protected override Observation? Observe(GuestFacts facts) => facts.Verdict switch
    {
        { Cause: ClockCause.SystemCall } verdict =>
            new(VerdictSeverity.Of(verdict.State), verdict.Confidence ?? Confidence.Inferred, EvidenceOf(facts)),
        { State: ClockState.Healthy } when facts.Clock(ClockSource.CoarseTime)?.CallNs?.Median > VerdictTable.CheckLimit =>
            new(Severity.Warning, Confidence.Measured, EvidenceOf(facts)) { Title = "Coarse time is expensive to read, although precise time is not" },
        _ => null,
    };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        new(
            Setting.Linux,
            "Find what catches the system calls: a sandbox, WSL 1 or an option",
            [
                new(Tools.Shell, """
                    uname -r
                    cat /proc/cmdline
                    grep -i -e seccomp -e tracerpid /proc/self/status
                    grep vdso /proc/self/maps
                    """),
            ],
            [
                "No vdso in the last line: the kernel gives none (vdso=0, WSL 1, a kernel built without it). With one, something catches the calls.",
                "On WSL 1, wsl --set-version NAME 2 moves the distribution to a kernel of its own. Clock settings of the hypervisor do not help.",
            ]),
        new(
            Setting.Anywhere,
            "Measure outside of the sandbox or container, and compare",
            [new(Tools.TimerProbe, "timerprobe check")],
            ["If reads are cheap there, what the program runs in makes them expensive, and not the machine."]),
    ];

    private static IReadOnlyList<Evidence> EvidenceOf(GuestFacts facts) => EvidenceFactory.Of(
    [
        EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
        EvidenceFactory.Cost(facts, ClockSource.CoarseTime),
        EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
        EvidenceFactory.Flag("vDSO: reads need no system call", facts.Machine.Linux?.Vdso, "auxiliary vector"),
        .. EvidenceFactory.LinuxClocks(facts),
    ]);
}

internal sealed class CoarseStepRule : GuestRule
{
    /// <summary>A precise clock steps by 100 ns at most; a tick is a millisecond and more.</summary>
    private static readonly Duration LargestStep = new(100_000);

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP117",
        Title = "Precise time advances in steps as long as a tick",
        Impact = "Durations below a few milliseconds come out as zero or as a whole tick, and events get the same time.",
        LikelyCause = "The kernel counts by its timer's ticks (jiffies), for want of a clock that it trusts.",
        Meaning = """
            A read returns the same time again and again, and then jumps by a millisecond or more. However cheap it is, it is no precise clock: the kernel has
            none and counts the ticks of its timer (clock source `jiffies` or `refined-jiffies`), or something between the program and the
            kernel rounds its answers.
            """,
        Condition = "The smallest step seen between two readings of precise time is 100 us or more (*measured*).",
        Severities = "Warning.",
        References = [Sources.LinuxTimekeeping, Sources.LinuxParameters, Sources.WindowsTimestamps],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Clock(ClockSource.PreciseTime)?.GranularityNs is not { } step || step < LargestStep ? null : new(
            Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Cost("Smallest step of precise time", step),
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
                .. EvidenceFactory.LinuxClocks(facts),
            ]));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        .. GuestClocksource.Linux(),
        .. Platforms.OfferClock(vm),
        new(
            Setting.Anywhere,
            "Measure outside of the sandbox or emulator, and compare",
            [new(Tools.TimerProbe, "timerprobe check")],
            ["If the steps are small there, what the program runs in rounds its time."]),
    ];
}
