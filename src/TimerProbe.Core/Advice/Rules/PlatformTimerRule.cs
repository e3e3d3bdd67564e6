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
            14,318,180 Hz (HPET), by 24,000,000 Hz (newer HPETs) where reads are system calls (`QpcBypassEnabled` = 0), or by the boot
            option `useplatformclock`; Linux by its clock source. *Measured* from 300 ns on and with RDTSC timed, else *inferred*.
            """,
        Severities = VerdictSeverity.InWords,
        References = [Sources.WindowsTimestamps, Sources.BcdEdit, Sources.SharedPage, Sources.LinuxParameters, Sources.LinuxTimekeeping],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.PlatformTimer } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
        verdict.Confidence ?? Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Flag("useplatformclock", facts.Machine.Windows?.UsePlatformClock, "boot options"),
            EvidenceFactory.Text("Clock source", facts.Machine.Linux?.Clocksource, "/sys/devices/system/clocksource"),
            EvidenceFactory.Flag("TSC marked unstable", facts.Machine.Linux?.TscUnstable, "kernel log")));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        GuestClocksource.WindowsPlatformClock(),
        GuestClocksource.LinuxTsc(),
        VMwareInterface.HardwareVersion(vm),
        VMwareInterface.ShowHypervisor(vm),
        ParavirtualClock.Kvm(vm),
        ParavirtualClock.VirtualBox(vm),
        OtherPower.HyperV(vm),
        OtherPower.Xen(vm),
        OtherPower.Other(),
        FirmwareRemedy.Update(),
    ];
}

internal sealed class UsePlatformClockRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP111",
        Title = "Windows was started with useplatformclock",
        Impact = "Each clock read takes about a microsecond instead of 20 to 60 ns.",
        LikelyCause = "Someone followed old advice about games or clock drift; nothing that runs today needs the option.",
        Meaning = """
            The boot option `useplatformclock` makes Windows keep time with a platform timer (HPET or the ACPI power-management timer)
            although the processor's counter would do. Each read of the clock is then a system call and a device access, about a
            microsecond instead of 17 to 40 ns. Nothing that runs today needs the option; it comes from old advice about games or
            drifting clocks.
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

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) => [GuestClocksource.WindowsPlatformClock()];
}
