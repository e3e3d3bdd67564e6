namespace TimerProbe.Core.Advice;

internal sealed class HypervisorPageRule() : GuestRule("TP103", ClockCause.HypervisorPage)
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Verdict is not { Cause: ClockCause.HypervisorPage } verdict ? null : new(
        GetSeverity(verdict.State),
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
