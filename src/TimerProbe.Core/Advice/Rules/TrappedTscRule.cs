namespace TimerProbe.Core.Advice;

internal sealed class TrappedTscRule() : GuestRule("TP101", ClockCause.TscTrapped)
{
    protected override Observation? Observe(GuestFacts facts) => facts.Verdict is not { Cause: ClockCause.TscTrapped } verdict ? null : new(
        GetSeverity(verdict.State),
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of(
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
        ]))
    {
        LikelyCause = CanScale(facts)
            ? "The processor can scale the TSC. That leaves nested ESXi, a host that does not trust its TSC (KB 321363), or AMD with adjusted TSCs."
            : Platforms.Of(facts.Machine).TrapReason,
    };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
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
    ];

    private static bool CanScale(GuestFacts facts) => Platforms.GetPlatform(facts.Machine) == Setting.VMware
        && ProcessorTable.Find(facts.Machine.CpuVendor, facts.Machine.CpuFamily, facts.Machine.CpuModelNumber) == TscScaling.Yes;

    private static Evidence? RatioToVmExit(GuestFacts facts)
    {
        var clock = facts.Clock(ClockSource.TimestampCounter) is { CallNs: not null } tsc ? tsc : facts.Clock(ClockSource.PreciseTime);
        return clock?.CallNs is { } cost && facts.Clock(ClockSource.VmExit)?.CallNs is { } exit && VerdictTable.IsExit(exit.Median)
            ? EvidenceFactory.Measured("Cost of a read relative to a VM exit", cost.Median / exit.Median)
            : null;
    }
}
