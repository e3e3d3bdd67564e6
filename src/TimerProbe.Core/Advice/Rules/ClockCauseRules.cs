namespace TimerProbe.Core.Advice;

internal sealed class TrappedTscRule() : GuestRule("TP101")
{
    protected override Observation? Observe(GuestFacts facts) => facts.Verdict is not { Cause: ClockCause.TscTrapped } verdict ? null : new(
        SeverityOf(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
        [
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit),
            RatioToVmExit(facts),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.ReportedTsc(facts.Machine.Hypervisor),
            .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
            EvidenceFactory.Flag("Virtualization-based security", facts.Machine.Hypervisor.Vbs == true ? true : null, "operating system"),
            EvidenceFactory.Text("Processor", facts.Machine.CpuModel, EvidenceFactory.Cpuid),
            EvidenceFactory.Text(
                "Processor can scale the TSC", CanScale(facts) ? "yes, so that a move alone does not explain it" : null, EvidenceFactory.Cpuid),
        ]))
    {
        LikelyCause = CanScale(facts)
            ? "The processor can scale the TSC. Left are a nested ESXi, a host that does not trust its TSC (KB 321363), or AMD with adjusted TSCs."
            : Platforms.Of(facts.Machine).WhyTrapped,
    };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        VMwareHost.WhyNotScaled() with { When = CanScale },
        VMwareMigration.Home(vm),
        VMwarePower.Cycle(vm),
        VMwarePlacement.DrsRule(vm),
        VMwarePlacement.Frequencies(vm),
        VMwareHost.Distrusted(),
        VMwareRawTsc.Expose(vm),
        .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Xen),
        .. Platforms.Restart(vm),
        .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where != Setting.Xen),
        FirmwareRemedy.WindowsHypervisor(),
    ];

    private static bool CanScale(GuestFacts facts) => Settings.PlatformOf(facts.Machine) == Setting.VMware
        && ProcessorTable.Find(facts.Machine.CpuVendor, facts.Machine.CpuFamily, facts.Machine.CpuModelNumber) == TscScaling.Yes;

    private static Evidence? RatioToVmExit(GuestFacts facts)
    {
        var clock = facts.Clock(ClockSource.TimestampCounter) is { CallNs: not null } tsc ? tsc : facts.Clock(ClockSource.PreciseTime);
        return clock?.CallNs is { } cost && facts.Clock(ClockSource.VmExit)?.CallNs is { } exit && VerdictTable.IsExit(exit.Median)
            ? EvidenceFactory.Number(
                "Cost of a read relative to a VM exit", cost.Median / exit.Median, unit: null, EvidenceFactory.MeasuredHere)
            : null;
    }
}

internal sealed class PlatformTimerRule() : GuestRule("TP102")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.PlatformTimer } verdict ? null : new(
        SeverityOf(verdict.State),
        verdict.Confidence ?? Confidence.Measured,
        EvidenceFactory.Of(
        [
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Flag("useplatformclock", facts.Machine.Windows?.UsePlatformClock, "boot options"),
            .. EvidenceFactory.LinuxClocks(facts),
        ]))
        {
            LikelyCause = WhyOf(facts.Machine),
        };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        GuestClocksource.WindowsPlatformClock(),
        .. GuestClocksource.Linux(),
        VMwareSettings.HardwareVersion(vm),
        VMwareSettings.ShowHypervisor(vm),
        .. Platforms.OfferClock(vm),
        .. Platforms.Restart(vm).Where(remedy => remedy.Where is not (Setting.Kvm or Setting.VirtualBox)),
        FirmwareRemedy.Update(),
    ];

    private static string? WhyOf(MachineFacts machine) => machine switch
    {
        { Linux: { } linux } when ClocksourceChoice.Of(linux).Options is { Count: > 0 } =>
            "An option of the kernel's command line keeps it from a better clock source.",
        { Linux: { } linux } when ClocksourceChoice.Of(linux).Source is not null => "The kernel offers the hypervisor's own clock source, and does not use it.",
        { Linux: { } linux } when ClocksourceChoice.Of(linux).Steps.Contains(ClocksourceStep.UseTsc) =>
            "The kernel lists the TSC, so it trusts it: somebody or something chose another clock source.",
        { Linux: { } linux } => ClocksourceChoice.ReasonOf(linux.UnstableReason) switch
        {
            TscReason.Watchdog => "The kernel ruled the TSC out until its next start: it ran apart from another timer, or that was read too late.",
            TscReason.Warp => "The kernel measured that the processors' TSCs are not in step, and ruled the TSC out.",
            TscReason.Idle => "The TSC stops or changes its rate in the processor's power states, so the kernel ruled it out.",
            _ => "A TSC that the kernel does not trust or was set not to use, or a deliberate choice.",
        },
        { Windows.UsePlatformClock: true } => "The boot option useplatformclock.",
        { Windows.UsePlatformClock: false } => "Old virtual hardware or a hypervisor that hides or offers Windows no clock; not useplatformclock, which is not set.",
        _ => null,
    };
}

internal sealed class UsePlatformClockRule() : GuestRule("TP111")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine.Windows is not { UsePlatformClock: true } windows ? null : new(
        Severity.Warning,
        Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Flag("useplatformclock", value: true, "boot options"),
            EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Number("QpcBypassEnabled", windows.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime)));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
        [GuestClocksource.WindowsPlatformClock() with { Verify = Verification.Rate }];
}

internal sealed class HypervisorPageRule() : GuestRule("TP103")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorPage } verdict ? null : new(
        SeverityOf(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
        [
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit),
            EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Number(
                facts.Machine.Windows?.ReferencePage is { Sequence: uint.MaxValue }
                    ? "The page's sequence (4294967295: not valid)"
                    : "The page's sequence (0: not valid)",
                facts.Machine.Windows?.ReferencePage?.Sequence,
                unit: null,
                EvidenceFactory.ReferencePage),
            .. EvidenceFactory.LinuxClocks(facts),
            EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007"),
        ]))
        {
            Title = verdict.Confidence == Confidence.Measured ? null : "Reads by the hypervisor's clock take a slow path",
            LikelyCause = facts.Machine.Linux?.Clocksource == "xen"
                ? "Xen does not vouch for the TSC on this host, so clock source xen makes a system call for every read; tsc would not."
                : null,
        };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        .. GuestClocksource.Linux(),
        .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Xen),
        .. Platforms.Restart(vm),
        VMwarePower.Cycle(vm),
        VMwarePlacement.DrsRule(vm),
        .. Platforms.OfferClock(vm),
        GuestClocksource.OtherKernel(),
    ];
}

internal sealed class HypervisorCallRule() : GuestRule("TP114")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorCall } verdict ? null : new(
        SeverityOf(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
        [
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit),
            EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007"),
            EvidenceFactory.Flag("Reference TSC page is offered", facts.Machine.Hypervisor.ReferenceTsc, "CPUID 0x40000003"),
            .. EvidenceFactory.LinuxClocks(facts),
        ]));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        .. GuestClocksource.Linux(),
        VMwareSettings.HardwareVersion(vm),
        VMwarePower.Cycle(vm),
        .. Platforms.OfferClock(vm),
        .. Platforms.Restart(vm).Where(remedy => remedy.Where is not (Setting.Kvm or Setting.VirtualBox)),
        FirmwareRemedy.Update(),
        GuestClocksource.WindowsPlatformClock(),
    ];
}

internal sealed class SystemCallRule() : GuestRule("TP116")
{
    protected override Observation? Observe(GuestFacts facts) => facts.Verdict switch
    {
        { Cause: ClockCause.SystemCall } verdict =>
            new(SeverityOf(verdict.State), verdict.Confidence ?? Confidence.Inferred, EvidenceOf(facts)),
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

internal sealed class CoarseStepRule() : GuestRule("TP117")
{
    /// <summary>A precise clock steps by 100 ns at most; a tick is a millisecond and more.</summary>
    private static readonly Duration LargestStep = new(100_000);

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
