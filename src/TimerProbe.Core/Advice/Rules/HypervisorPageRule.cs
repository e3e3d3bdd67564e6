using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP103: the page shared with the hypervisor does not hold.</summary>
public sealed class HypervisorPageRule : GuestRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP103",
        Title = "The hypervisor's time page is not valid, so reads take a slow path",
        Impact = "Each clock read takes a slower path: code that reads the clock often runs several times slower.",
        LikelyCause = "The hypervisor marked its time page as not valid, typically after a move to a host with a different frequency.",
        Meaning = """
            To read the clock without leaving the virtual machine, guest and hypervisor share a page of memory that says how to turn the
            TSC into time. The hypervisor can mark that page as not valid, for instance after a migration to a host with a different
            frequency or on a host whose own clock is not the TSC. RDTSC itself is still fast then, but every time read takes a longer
            path. With Hyper-V's page, which Windows uses, the guest asks the hypervisor, which costs a VM exit. With kvm-clock and
            Xen's clock on Linux, the program leaves the fast path for a system call, in which the guest's own kernel reads the clock:
            that costs a system call, but in itself no VM exit. (This project has not measured what that fallback of kvm-clock and Xen
            costs.)
            """,
        Condition = """
            The verdict's cause is `hypervisorPage`: RDTSC costs less than 100 ns, a precise-time read at least 300 ns, and reads are
            meant to use such a page (on Windows, bit 0x02 of `QpcBypassEnabled`; on Linux, clock source kvm-clock, xen or
            hyperv_clocksource_*). How sure that is:

            - *measured* when the page's sequence was read and is 0, which is how the hypervisor marks it as not valid (Windows, where
              NtQuerySystemInformation shows the page; that it does so on ESXi is expected, not tried);
            - *inferred* where the page cannot be read: on Linux, and where Windows does not show it.
            """,
        Severities = VerdictSeverity.InWords,
        References = [Sources.HypervisorPage, Sources.WindowsTimestamps, Sources.LinuxTimekeeping, Sources.XenTscMode],
    };

    /// <inheritdoc/>
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorPage } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit),
            EvidenceFactory.Number("QpcBypassEnabled", facts.Machine.Windows?.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Number("The page's sequence (0: not valid)", facts.Machine.Windows?.ReferencePage?.Sequence, unit: null, EvidenceFactory.ReferencePage),
            EvidenceFactory.Text("Clock source", facts.Machine.Linux?.Clocksource, "/sys/devices/system/clocksource"),
            EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007")));

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        .. OtherPower.All(vm),
        VMwarePower.Cycle(vm),
        VMwarePlacement.DrsRule(vm),
        ParavirtualClock.Kvm(vm),
        ParavirtualClock.VirtualBox(vm),
        GuestClocksource.LinuxTsc(),
    ];
}
