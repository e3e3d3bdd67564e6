namespace TimerProbe.Core.Advice;

internal sealed class SystemCallRule() : GuestRule("TP116", ClockCause.SystemCall, isOfCheapClock: true)
{
    protected override Observation? Observe(GuestFacts facts) => facts.Verdict switch
    {
        { Cause: ClockCause.SystemCall } verdict =>
            new(GetSeverity(verdict.State), verdict.Confidence ?? Confidence.Inferred, GetEvidence(facts)),
        { State: ClockState.Healthy } when facts.Clock(ClockSource.CoarseTime)?.CallNs?.Median > VerdictTable.CheckLimit =>
            new(Severity.Warning, Confidence.Measured, GetEvidence(facts)) { Title = "Coarse time is expensive to read, although precise time is not" },
        _ => null,
    };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        new(Setting.Linux, "Find what catches the system calls: a sandbox, WSL 1 or an option",
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
        new(Setting.Anywhere, "Measure outside of the sandbox or container, and compare",
            [new(Tools.TimerProbe, "timerprobe check")],
            ["If reads are cheap there, what the program runs in makes them expensive, and not the machine."]),
    ];

    private static IReadOnlyList<Evidence> GetEvidence(GuestFacts facts) => EvidenceFactory.Of(
    [
        EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
        EvidenceFactory.Cost(facts, ClockSource.CoarseTime),
        EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
        EvidenceFactory.Flag("vDSO: reads need no system call", facts.Machine.Linux?.Vdso, "auxiliary vector"),
        .. EvidenceFactory.LinuxClocks(facts),
    ]);
}
