namespace TimerProbe.Core.Advice;

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

internal sealed class HypervisorCallRule() : GuestRule("TP114", ClockCause.HypervisorCall)
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorCall } verdict ? null : new(
        GetSeverity(verdict.State),
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
        ]))
        {
            LikelyCause = facts.Machine.Linux is { } linux
                ? ClocksourceChoice.Of(linux).Source is not null
                    ? "The kernel reads the hypervisor's register although the time page is on offer."
                    : "The kernel reads the hypervisor's register: it is too old for the time page, or the hypervisor offers none."
                : null,
        };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        GuestClocksource.OtherKernel() with { When = facts => ClocksourceChoice.Of(facts.Machine.Linux).Source is null },
        .. GuestClocksource.Linux(),
        VMwareSettings.HardwareVersion(vm),
        VMwarePower.Cycle(vm),
        OtherClock.CloudHypervisorRelease(),
        .. Platforms.OfferClockOrRestart(vm),
        OtherClock.FirmwareUpdate(),
        GuestClocksource.WindowsPlatformClock(),
    ];
}

internal sealed class CoarseStepRule() : GuestRule("TP117", isOfCheapClock: true)
{
    /// <summary>A precise clock steps by 100 ns at most; a tick is a millisecond and more.</summary>
    private static readonly Duration MaxStep = new(100_000);

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Clock(ClockSource.PreciseTime)?.GranularityNs is not { } step || step < MaxStep ? null : new(
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
        .. Platforms.OfferClockOrRestart(vm),
        OutsideOfSandbox(),
    ];

    public static PlannedRemedy OutsideOfSandbox() => new(Setting.Anywhere, "Measure outside of the sandbox or emulator, and compare",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["If it is right there, what the program runs in changes its time."]);
}
