namespace TimerProbe.Core.Advice;

internal sealed class FrequencyMismatchRule() : GuestRule("TP108")
{
    private const double RoundingHertz = 500_000;

    /// <summary>What KVM takes as one frequency; it also holds the 200 ppm by which the reported speed may be off.</summary>
    private const double TolerancePpm = 250;

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine.Hypervisor is not { VirtualTscHz: { Hertz: > 0 } reported, HostHz: { Hertz: > 0 } host } || !Differ(reported, host)
            ? null
            : new(
                facts.Verdict.State == ClockState.Slow ? Severity.Warning : Severity.Info,
                Confidence.Inferred,
                EvidenceFactory.Of([
                    EvidenceFactory.ReportedTsc(facts.Machine.Hypervisor),
                    .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                    EvidenceFactory.Number("Difference", host.DifferenceFrom(reported).Value, "ppm", EvidenceFactory.Calculated),
                    EvidenceFactory.Text("Processor", facts.Machine.CpuModel, EvidenceFactory.Cpuid),
                ]));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        Verification.MeasureAfterMoves() with { When = facts => facts.Verdict.State != ClockState.Slow },
        VMwarePower.Cycle(vm) with { When = facts => facts.Verdict is { State: ClockState.Slow, Cause: not ClockCause.TscTrapped } },
        VMwarePlacement.DrsRule(vm) with { When = facts => facts.Verdict.Cause != ClockCause.TscTrapped },
        VMwarePlacement.Frequencies(vm),
    ];

    private static bool Differ(Frequency reported, Frequency host) =>
        Math.Abs(host.Hertz - (double)reported.Hertz) > RoundingHertz + (reported.Hertz * TolerancePpm / 1e6);
}
