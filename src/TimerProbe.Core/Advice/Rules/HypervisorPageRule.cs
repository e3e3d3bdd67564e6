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
            LikelyCause = facts.Machine.Linux switch
            {
                { Clocksource: "xen" } xen => TscDistrust.Explain(xen)
                    ?? "Xen does not vouch for the TSC on this host, so clock source xen makes a system call for every read; tsc would not.",
                not null when IsWithoutExit(facts) is { } withoutExit => withoutExit
                    ? "A read costs less than a VM exit, so it contains none: the page holds, and this kernel lost its fast path to it."
                    : "A read contains a VM exit: the hypervisor marked its page as not valid, as after a move to another host.",
                _ => null,
            },
        };

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        .. GuestClocksource.Linux(),
        GuestClocksource.OtherKernel() with { When = facts => IsWithoutExit(facts) == true },
        .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Xen),
        .. Platforms.Restart(vm),
        VMwarePower.Cycle(vm),
        VMwarePlacement.DrsRule(vm),
        GuestClocksource.OtherKernel(),
    ];

    /// <summary>Whether a read by Hyper-V's page on Linux is too cheap to contain a VM exit; null elsewhere, or not measured.</summary>
    private static bool? IsWithoutExit(GuestFacts facts) =>
        ClocksourceChoice.IsHyperVPage(facts.Machine.Linux)
            && facts.Clock(ClockSource.PreciseTime)?.CallNs?.Median is { } read
            && facts.Clock(ClockSource.VmExit)?.CallNs?.Median is { } exit
            && VerdictTable.IsExit(exit)
            ? read < exit
            : null;
}
