namespace TimerProbe.Core.Advice;

internal sealed class PlatformTimerRule() : GuestRule("TP102", ClockCause.PlatformTimer)
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.PlatformTimer } verdict ? null : new(
        GetSeverity(verdict.State),
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
            LikelyCause = GetReason(facts.Machine),
        };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        GuestClocksource.WindowsPlatformClock(),
        .. GuestClocksource.Linux(),
        VMwareSettings.HardwareVersion(vm),
        VMwareSettings.ShowHypervisor(vm),
        .. Platforms.OfferClock(vm),
        .. Platforms.Restart(vm).Where(remedy => remedy.Where is not (Setting.Kvm or Setting.VirtualBox)),
        OtherClock.FirmwareUpdate(),
    ];

    private static string? GetReason(MachineFacts machine) => machine switch
    {
        { Linux: { } linux } when ClocksourceChoice.Of(linux).Options is { Count: > 0 } =>
            "An option of the kernel's command line keeps it from a better clock source.",
        { Linux: { } linux } when ClocksourceChoice.Of(linux).Source is not null => "The kernel offers the hypervisor's own clock source, and does not use it.",
        { Linux: { } linux } when ClocksourceChoice.Of(linux).Steps.Contains(ClocksourceStep.UseTsc) =>
            "The kernel lists the TSC, so it trusts it: somebody or something chose another clock source.",
        { Linux: { } linux } => ClocksourceChoice.GetReason(linux.UnstableReason) switch
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
