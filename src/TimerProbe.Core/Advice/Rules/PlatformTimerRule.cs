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
        .. Platforms.OfferClockOrRestart(vm),
        OtherClock.FirmwareUpdate(),
    ];

    private static string? GetReason(MachineFacts machine) => machine switch
    {
        { Linux: { } linux } => ClocksourceChoice.Explain(linux) ?? "A TSC that the kernel does not trust or was set not to use, or a deliberate choice.",
        { Windows.UsePlatformClock: true } => "The boot option useplatformclock.",
        { Windows.UsePlatformClock: false } when Platforms.GetPlatform(machine) == Setting.Physical =>
            "Windows does not trust this processor's TSC, or the firmware keeps it from that; not useplatformclock, which is not set.",
        { Windows.UsePlatformClock: false } => "Old virtual hardware or a hypervisor that hides or offers Windows no clock; not useplatformclock, which is not set.",
        _ => null,
    };
}
