using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class PlatformTimerRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP102",
        Title = "The operating system reads a platform timer instead of the TSC",
        Impact = "Each clock read is a system call and a device access: code that reads the clock often runs several times slower.",
        LikelyCause =
            "The useplatformclock boot option, old virtual hardware or a hidden hypervisor; on Linux, a TSC the kernel does not trust.",
        Meaning = """
            The processor's own counter (TSC) is fast here, but the operating system does not use it for its clock. It reads a device
            instead: HPET, the ACPI power-management timer or an older one. Each read is a system call and a device access: 0.8 to 1.0
            microseconds on a physical machine and more in a virtual one, where the device is emulated, compared with 17 to 40 ns.
            Programs that read the clock often, databases above all, pay for it on every read.

            On Windows, the possible reasons are the boot option `useplatformclock`, virtual hardware too old to offer a reference time
            (VMware below version 10), or a hypervisor that is hidden from the guest. On Linux, the kernel stopped using the TSC because
            it found it unstable or because its command line says so.
            """,
        Condition = """
            The verdict's cause is `platformTimer`: a precise-time read costs more than 100 ns, RDTSC, where it was timed, less than 100 ns,
            and the operating system itself names a platform timer: Windows by a QueryPerformanceFrequency of 3,579,545 (ACPI PM timer) or
            14,318,180 Hz (HPET), by 24,000,000 Hz (newer HPETs) or any other from 8 to 500 MHz but 10,000,000 (QEMU's HPET has 100,000,000, others 62,500,000
            and 16,777,216) where reads are system calls (`QpcBypassEnabled` = 0), or by the boot option `useplatformclock`; Linux by its clock source. *Measured* from 300 ns on and with RDTSC timed, else *inferred*.
            """,
        Severities = VerdictSeverity.InWords,
        References = [Sources.WindowsTimestamps, Sources.BcdEdit, Sources.SharedPage, Sources.LinuxParameters, Sources.LinuxTimekeeping],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.PlatformTimer } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
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
        VMwareInterface.HardwareVersion(vm),
        VMwareInterface.ShowHypervisor(vm),
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
        { Linux: { } linux } => TscReason.Of(linux.UnstableReason) switch
        {
            TscReason.Kind.Watchdog => "The kernel ruled the TSC out until its next start: it ran apart from another timer, or that was read too late.",
            TscReason.Kind.Warp => "The kernel measured that the processors' TSCs are not in step, and ruled the TSC out.",
            TscReason.Kind.Idle => "The TSC stops or changes its rate in the processor's power states, so the kernel ruled it out.",
            _ => "A TSC that the kernel does not trust or was told not to use, or a choice of somebody's.",
        },
        { Windows.UsePlatformClock: true } => "The boot option useplatformclock.",
        { Windows.UsePlatformClock: false } => "Old virtual hardware or a hypervisor that hides or offers Windows no clock; not useplatformclock, which is not set.",
        _ => null,
    };
}

internal sealed class UsePlatformClockRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP111",
        Title = "Windows was started with useplatformclock",
        Impact = "Each clock read takes about a microsecond instead of 20 to 60 ns.",
        LikelyCause = "Someone set it: by old advice about games, or as the cure for time that drifted on this machine.",
        Meaning = """
            The boot option `useplatformclock` makes Windows keep time with a platform timer (HPET or the ACPI power-management timer)
            although the processor's counter would do. Each read of the clock is then a system call and a device access, about a
            microsecond instead of 17 to 40 ns. It often comes from old advice about games. Some set it as the cure where the TSC
            of a machine ran wrong: ask before it goes, and verify the rate of time afterward.
            """,
        Condition = "*Measured*: the boot options of the running Windows have `useplatformclock` set to yes.",
        Severities = "Warning. The verdict and TP102 show what it costs here.",
        References = [Sources.BcdEdit, Sources.WindowsTimestamps],
    };

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
