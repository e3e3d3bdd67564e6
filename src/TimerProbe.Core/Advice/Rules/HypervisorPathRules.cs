using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class HypervisorPageRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP103",
        Title = "The hypervisor's time page is not valid, so reads take a slow path",
        Impact = "Each clock read takes a slower path: code that reads the clock often runs several times slower.",
        LikelyCause =
            "The page does not hold on this host (its clock is not the TSC, or a move), or this kernel has lost its fast path to it.",
        Meaning = """
            To read the clock without leaving the virtual machine, guest and hypervisor share a page of memory that says how to turn the
            TSC into time. RDTSC itself is fast here, but every time read takes a longer path. There are three possible reasons:

            - The hypervisor marked the page as not valid: on a host whose own clock is not the TSC, or after a migration to a host with a
              different frequency.
            - The hypervisor never vouches for the page, moved or not: Xen on many hosts, EC2's among them. There clock source `xen` costs
              some 600 ns and `tsc` some 27 ns a read, on machines that nobody ever moved.
            - On Linux, the page is valid and the kernel has lost its fast path to it (seen with kernels for Hyper-V). Another kernel
              version on the same host tells: it is fast there. Whether the page is valid cannot be read on Linux.

            With Hyper-V's page, which Windows uses, the guest asks the hypervisor, which costs a VM exit. With kvm-clock and
            Xen's clock on Linux, the program leaves the fast path for a system call, in which the guest's own kernel reads the clock:
            that costs a system call, but in itself no VM exit. (On Xen 4.17 it cost 690 ns where a read by clock source tsc cost 87 ns,
            within an emulated processor; for kvm-clock it has not been measured.)
            """,
        Condition = """
            The verdict's cause is `hypervisorPage`: RDTSC costs less than 100 ns, a precise-time read at least 300 ns (on Linux more than 100), and reads are
            meant to use such a page (on Windows, bit 0x02 of `QpcBypassEnabled`; on Linux, clock source kvm-clock, xen or
            the page of Hyper-V). How sure that is:

            - *measured* when the page's sequence was read and is 0 (0xFFFFFFFF in older interfaces), which is how the hypervisor marks it as
              not valid (Windows, where NtQuerySystemInformation shows the page; that it does so on ESXi is expected, not tried);
            - *inferred* where the page cannot be read: on Linux, and where Windows does not show it.
            """,
        Severities = VerdictSeverity.InWords,
        References = [
            Sources.HypervisorPage, Sources.WindowsTimestamps, Sources.LinuxTimekeeping, Sources.XenTscMode, Sources.XenCommandLine,
            Sources.XenClockOnEc2, Sources.LostFastPath
        ],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorPage } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
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

internal sealed class HypervisorCallRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP114",
        Title = "Every clock read is a system call to the hypervisor",
        Impact = "Each clock read is a system call and a VM exit: code that reads the clock often runs several times slower.",
        LikelyCause =
            "The VM is not guaranteed a constant-rate TSC, or the hypervisor does not grant Windows the privileges that its time page takes.",
        Meaning = """
            The processor's own counter (TSC) is fast here, but Windows does not read it. Instead, it reads the hypervisor's reference
            counter, a register that only the hypervisor can supply: each read is a system call and a trip to the hypervisor. Either the
            hypervisor offers only that counter, without the page that would let programs use the TSC, or Windows does not trust the
            page or the TSC, because the virtual machine is not guaranteed a TSC with a constant rate (old virtual hardware, or a move),
            or because the hypervisor offers the page but does not show the privileges that Microsoft's interface makes mandatory: Cloud Hypervisor
            did so until 2026, for every Windows guest from its first start.

            On Linux, the clock sources `hyperv_clocksource_msr`, `hyperv_clocksource` and their like read the same register, without any page.
            """,
        Condition = """
            The verdict's cause is `hypervisorCall`, which is *inferred*: RDTSC costs less than 100 ns, a precise-time read at least 300
            ns, and on Linux the clock source is one that calls; on Windows `QpcBypassEnabled` says that reads are system calls, QueryPerformanceFrequency is the reference counter's 10,000,000, and no
            platform timer is set (`useplatformclock`).
            """,
        Severities = VerdictSeverity.InWords,
        References =
        [
            Sources.HypervisorPage, Sources.WindowsTimestamps, Sources.SharedPage, Sources.HiddenPrivileges, Sources.LinuxParameters,
        ],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorCall } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
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
        VMwareInterface.HardwareVersion(vm),
        VMwarePower.Cycle(vm),
        .. Platforms.OfferClock(vm),
        .. Platforms.Restart(vm).Where(remedy => remedy.Where is not (Setting.Kvm or Setting.VirtualBox)),
        FirmwareRemedy.Update(),
        GuestClocksource.WindowsPlatformClock(),
    ];
}
