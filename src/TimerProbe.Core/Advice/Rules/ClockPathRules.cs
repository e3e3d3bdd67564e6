namespace TimerProbe.Core.Advice;

/// <summary>Rules about guests whose clock is slow by the way that a read of it takes.</summary>
internal static class ClockPathRules
{
    public static readonly GuestRule TrappedTsc = new("TP101", ClockCause.TscTrapped)
    {
        Observe = facts => facts.Verdict is not { Cause: ClockCause.TscTrapped } verdict ? null : new(
            Rule.GetSeverity(verdict.State),
            verdict.Confidence ?? Confidence.Inferred,
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
            ])
        {
            LikelyCause = CanScale(facts)
                ? "The processor can scale the TSC. That leaves nested ESXi, a host that does not trust its TSC (KB 321363), or AMD with adjusted TSCs."
                : Platforms.Of(facts.Machine).TrapReason,
        },
        Plan = vm =>
        [
            VMwareHost.NotScaledReason() with { When = CanScale },
            VMwarePlacement.Home(vm),
            VMwarePower.Cycle(vm),
            VMwarePlacement.DrsRule(vm),
            VMwarePlacement.Frequencies(vm),
            VMwareHost.Distrusted(),
            VMwareRawTsc.Expose(vm),
            .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Xen),
            .. Platforms.Restart(vm),
            .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where != Setting.Xen),
            .. OtherClock.HypervisorBeneath(),
        ],
    };

    private static bool CanScale(GuestFacts facts) => Platforms.GetPlatform(facts.Machine) == Setting.VMware
        && ProcessorTable.Find(facts.Machine.CpuVendor, facts.Machine.CpuFamily, facts.Machine.CpuModelNumber) == TscScaling.Yes;

    private static Evidence? RatioToVmExit(GuestFacts facts)
    {
        var clock = facts.Clock(ClockSource.TimestampCounter) is { CallNs: not null } tsc ? tsc : facts.Clock(ClockSource.PreciseTime);
        return clock?.CallNs is { } cost && facts.Clock(ClockSource.VmExit)?.CallNs is { } exit && VerdictTable.IsExit(exit.Median)
            ? EvidenceFactory.Measured("Cost of a read relative to a VM exit", cost.Median / exit.Median)
            : null;
    }

    public static readonly GuestRule PlatformTimer = new("TP102", ClockCause.PlatformTimer)
    {
        Observe = facts => facts.Verdict is not { Cause: ClockCause.PlatformTimer } verdict ? null : new(
            Rule.GetSeverity(verdict.State),
            verdict.Confidence ?? Confidence.Measured,
            [
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
                EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
                EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
                EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
                EvidenceFactory.Flag("useplatformclock", facts.Machine.Windows?.UsePlatformClock, "boot options"),
                .. EvidenceFactory.LinuxClocks(facts),
            ])
        {
            LikelyCause = GetTimerReason(facts.Machine),
        },
        Plan = vm =>
        [
            GuestClocksource.WindowsPlatformClock(),
            .. GuestClocksource.Linux(),
            VMwareSettings.HardwareVersion(vm),
            VMwareSettings.ShowHypervisor(vm),
            .. Platforms.OfferClockOrRestart(vm),
            OtherClock.FirmwareUpdate(),
        ],
    };

    private static string? GetTimerReason(MachineFacts machine) => machine switch
    {
        { Linux: { } linux } => ClocksourceChoice.Explain(linux) ?? "A TSC that the kernel does not trust or was set not to use, or a deliberate choice.",
        { Windows.UsePlatformClock: true } => "The boot option useplatformclock.",
        { Windows.UsePlatformClock: false } when Platforms.GetPlatform(machine) == Setting.Physical =>
            "Windows does not trust this processor's TSC, or the firmware keeps it from that; not useplatformclock, which is not set.",
        { Windows.UsePlatformClock: false } => "Old virtual hardware or a hypervisor that hides or offers Windows no clock; not useplatformclock, which is not set.",
        _ => null,
    };

    public static readonly GuestRule HypervisorPage = new("TP103", ClockCause.HypervisorPage)
    {
        Observe = facts => facts.Verdict is not { Cause: ClockCause.HypervisorPage } verdict ? null : new(
            Rule.GetSeverity(verdict.State),
            verdict.Confidence ?? Confidence.Inferred,
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
            ])
        {
            Title = verdict.Confidence == Confidence.Measured ? null : "Reads by the hypervisor's clock take a slow path",
            LikelyCause = facts.Machine.Linux switch
            {
                { Clocksource: "xen" } xen => TscDistrust.Explain(xen)
                    ?? "Xen does not vouch for the TSC on this host, so clock source xen makes a system call for every read; tsc would not.",
                not null when IsWithoutExit(facts) is { } withoutExit => withoutExit
                    ? "A read costs less than a VM exit, so it contains none: the page holds, and this kernel lost its fast path to it."
                    : "A read contains a VM exit: the hypervisor marked its page as not valid, as after a move to another host.",
                _ => null,
            },
        },
        Plan = vm =>
        [
            .. GuestClocksource.Linux(),
            GuestClocksource.OtherKernel() with { When = facts => IsWithoutExit(facts) == true },
            .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Xen),
            .. Platforms.Restart(vm),
            VMwarePower.Cycle(vm),
            VMwarePlacement.DrsRule(vm),
            GuestClocksource.OtherKernel(),
        ],
    };

    /// <summary>Whether a read by Hyper-V's page on Linux is too cheap to contain a VM exit; null elsewhere, or not measured.</summary>
    private static bool? IsWithoutExit(GuestFacts facts) =>
        ClocksourceChoice.IsHyperVPage(facts.Machine.Linux)
            && facts.Clock(ClockSource.PreciseTime)?.CallNs?.Median is { } read
            && facts.Clock(ClockSource.VmExit)?.CallNs?.Median is { } exit
            && VerdictTable.IsExit(exit)
            ? read < exit
            : null;

    public static readonly GuestRule HypervisorCall = new("TP114", ClockCause.HypervisorCall)
    {
        Observe = facts => facts.Verdict is not { Cause: ClockCause.HypervisorCall } verdict ? null : new(
            Rule.GetSeverity(verdict.State),
            verdict.Confidence ?? Confidence.Inferred,
            [
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
                EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
                EvidenceFactory.Cost(facts, ClockSource.VmExit),
                EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
                EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
                EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007"),
                EvidenceFactory.Flag("Reference TSC page is offered", facts.Machine.Hypervisor.ReferenceTsc, "CPUID 0x40000003"),
                .. EvidenceFactory.LinuxClocks(facts),
            ])
        {
            LikelyCause = facts.Machine.Linux is { } linux
                    ? ClocksourceChoice.Of(linux).Source is not null
                        ? "The kernel reads the hypervisor's register although the time page is on offer."
                        : "The kernel reads the hypervisor's register: it is too old for the time page, or the hypervisor offers none."
                    : null,
        },
        Plan = vm =>
        [
            GuestClocksource.OtherKernel() with { When = facts => ClocksourceChoice.Of(facts.Machine.Linux).Source is null },
            .. GuestClocksource.Linux(),
            VMwareSettings.HardwareVersion(vm),
            VMwarePower.Cycle(vm),
            OtherClock.CloudHypervisorRelease(),
            .. Platforms.OfferClockOrRestart(vm),
            OtherClock.FirmwareUpdate(),
            GuestClocksource.WindowsPlatformClock(),
        ],
    };

    public static readonly GuestRule SystemCall = new("TP116", ClockCause.SystemCall, isOfCheapClock: true)
    {
        Observe = facts => facts.Verdict switch
        {
            { Cause: ClockCause.SystemCall } verdict =>
                new(Rule.GetSeverity(verdict.State), verdict.Confidence ?? Confidence.Inferred, GetSystemCallEvidence(facts)),
            { State: ClockState.Healthy } when facts.Clock(ClockSource.CoarseTime)?.CallNs?.Median > VerdictTable.CheckLimit =>
                new(Severity.Warning, Confidence.Measured, GetSystemCallEvidence(facts)) { Title = "Coarse time is expensive to read, although precise time is not" },
            _ => null,
        },
        Plan = vm =>
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
        ],
    };

    private static IEnumerable<Evidence?> GetSystemCallEvidence(GuestFacts facts) =>
    [
        EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
        EvidenceFactory.Cost(facts, ClockSource.CoarseTime),
        EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
        EvidenceFactory.Flag("vDSO: reads need no system call", facts.Machine.Linux?.Vdso, "auxiliary vector"),
        .. EvidenceFactory.LinuxClocks(facts),
    ];
}
