using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class HypervisorCallRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP114",
        Title = "Windows makes a system call to the hypervisor for every clock read",
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
            """,
        Condition = """
            The verdict's cause is `hypervisorCall`, which is *inferred*: RDTSC costs less than 100 ns, a precise-time read at least 300
            ns, `QpcBypassEnabled` says that reads are system calls, QueryPerformanceFrequency is the reference counter's 10,000,000, and no
            platform timer is set (`useplatformclock`).
            """,
        Severities = VerdictSeverity.InWords,
        References = [Sources.HypervisorPage, Sources.WindowsTimestamps, Sources.SharedPage, Sources.HiddenPrivileges],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorCall } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit),
            EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007"),
            EvidenceFactory.Flag("Reference TSC page is offered", facts.Machine.Hypervisor.ReferenceTsc, "CPUID 0x40000003")));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        VMwareInterface.HardwareVersion(vm),
        VMwarePower.Cycle(vm),
        ParavirtualClock.Kvm(vm),
        ParavirtualClock.VirtualBox(vm),
        OtherPower.HyperV(vm),
        OtherPower.Xen(vm),
        ParavirtualClock.NewerHypervisor(),
        OtherPower.Other(),
        GuestClocksource.WindowsPlatformClock(),
    ];
}
