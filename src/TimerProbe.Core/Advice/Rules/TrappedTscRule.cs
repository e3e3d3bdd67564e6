using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class TrappedTscRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP101",
        Title = "Reading the clock traps into the hypervisor",
        Impact =
            "SQL Server and other code that reads the clock often runs several times slower; CPU shows 100 %, with no waits and no ready time.",
        LikelyCause = "The VM was moved to, or resumed on, a host with a different TSC frequency than the one it was powered on at.",
        Meaning = """
            Programs read the clock all the time: SQL Server does so for every statement of an interpreted function and many times per
            commit. A read is a single processor instruction, RDTSC, and normally takes 17 to 40 ns. Here the hypervisor intercepts that
            instruction: each read leaves the virtual machine and comes back, which costs as much as a VM exit: 10 to 100 times the
            normal cost. CPU shows 100 %, with no ready time and no waits. Work that does not read the clock is as fast as ever; code
            that reads it often is several times slower.

            On VMware, the usual reason is a move. A VM keeps the TSC frequency of the host on which it was powered on. When a vMotion
            (or a resume) puts it on a host with a different frequency and the TSC is not scaled in hardware there, ESXi intercepts
            every read to preserve the guest's rate. Two hosts of the same model can differ by a fraction of a percent, which is
            expected to be enough. That is why the same VM is fast on some days, slow on others and never in between, and why a vMotion
            can cause the problem or cure it.

            Less often, the host itself does not trust its TSC. Then every VM on that host is slow, and a power cycle on the same host
            does not help.

            A processor that scales the TSC in hardware (Intel's servers from Skylake-SP on, AMD's from family 15h on) reads it at the
            guest's rate without an exit. Where such a processor traps all the same, three reasons are left: the ESXi is itself a
            virtual machine, the host does not trust its TSC (Broadcom KB 321363), or, on AMD, the host adjusted its TSCs. The
            hypervisor writes which one it is into the VM's `vmware.log`.

            On Xen, a new domain that was never moved is slow too: where `tsc_mode` asks for emulation, or where Xen does not find the
            host's TSC reliable. On the host, `xl debug-keys s; xl dmesg` prints whether it does, and each domain's mode. Only where Xen
            emulates because of a migration does starting the domain again help.
            """,
        Condition = """
            The verdict's cause is `tscTrapped`:

            - *measured*, when RDTSC itself was timed in a virtual machine and costs at least 300 ns and at least 0.35 of a CPUID, which
              always exits to the hypervisor and itself costs at least 300 ns;
            - *inferred*, when RDTSC was timed and costs at least 300 ns, but the comparison is missing or does not hold: CPUID can cost
              many times more than a trapped RDTSC where it crosses two layers (virtualization-based security, a nested hypervisor), and
              less where the hypervisor is hidden. An RDTSC that the processor executes natively takes 10 to 25 ns, never 300;
            - *inferred*, when RDTSC could not be timed (the executable stub was refused or turned off), but reads are proven to use
              RDTSC alone (QPC bypass on and the reference page, where one is used, valid; or clock source tsc with a vDSO that answers
              without a system call), and precise time and the counter both cost at least 300 ns and 0.35 of a CPUID, within a factor of
              two.

            Where CPUID costs less than 300 ns it did not leave the virtual machine (paravirtualized Xen, emulation, hidden hypervisors): it
            is then called no VM exit, and nothing is compared with it.

            In all three cases, arithmetic that reads no clock was not slowed by as much.

            The figures show that reads trap; comparing frequencies shows why: the one reported to the guest (CPUID 0x40000010, the
            power-on rate) and that of its current host. Whether the processor can scale the TSC in hardware follows from its family
            and model; what counts is the measured cost.
            """,
        Severities = VerdictSeverity.InWords + " A trapped clock is always slow.",
        References =
        [
            Sources.HostDistrustsTsc, Sources.VMwareTimekeeping, Sources.WindowsTimestamps, Sources.LinuxTimekeeping, Sources.LibvirtClock,
            Sources.XenTscMode, Sources.XenCommandLine,
        ],
    };

    protected override Observation? Observe(GuestFacts facts) => facts.Verdict is not { Cause: ClockCause.TscTrapped } verdict ? null : new(
        VerdictSeverity.Of(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
        [
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit),
            RatioToVmExit(facts),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
            EvidenceFactory.ToldTsc(facts.Machine.Hypervisor),
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
        VMwareScaling.WhyNot() with { When = CanScale },
        VMwareMigration.Home(vm),
        VMwarePower.Cycle(vm),
        VMwarePlacement.DrsRule(vm),
        VMwarePlacement.Frequencies(vm),
        VMwareHostClock.Distrusted(),
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
