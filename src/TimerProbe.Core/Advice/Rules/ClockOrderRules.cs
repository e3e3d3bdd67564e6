namespace TimerProbe.Core.Advice;

internal sealed class BackwardTimeRule() : GuestRule("TP403", isOfCheapClock: true)
{
    protected override Observation? Observe(GuestFacts facts)
    {
        var back = facts.Clocks.Where(clock => clock.BackwardSteps > 0 && TimeFacts.MustNotGoBack(clock.Source)).ToList();
        return back.Count == 0 ? null : new(
            Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                .. back.Select(clock => EvidenceFactory.Measured($"Backward steps of {clock.Api}", clock.BackwardSteps)),
                .. EvidenceFactory.LinuxClocks(facts),
                .. TimeEvidence.Services(facts.Time),
            ]));
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        new(Setting.Anywhere, "Measure again, and see whether processors differ",
            [new(Tools.TimerProbe, "timerprobe check --per-processor")],
            ["Once may be a time service that set the clock. Again and again, the clock is wrong."]),
        CoarseStepRule.OutsideOfSandbox(),
        .. GuestClocksource.Linux(),
        .. ProcessorsApartRule.StartAnew(vm),
    ];
}

internal sealed class ProcessorsApartRule() : GuestRule("TP404", isOfCheapClock: true)
{
    private const double CriticalNs = 1e6;

    public static IEnumerable<PlannedRemedy> StartAnew(VmName vm) =>
    [
        VMwarePower.Cycle(vm),
        .. Platforms.Restart(vm),
        OtherClock.FirmwareUpdate(),
    ];

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Time is not { ProcessorsApartNs: { } apart and > 0 } time ? null : new(
            apart >= CriticalNs ? Severity.Critical : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Measured("Counters apart, beyond what handing a reading over allows", apart, "ns"),
                EvidenceFactory.Names("Between the processors", time.ApartProcessors ?? [], EvidenceFactory.MeasuredHere),
                EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007"),
                .. EvidenceFactory.LinuxClocks(facts),
            ]));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) => StartAnew(vm).Select(remedy => remedy with
    {
        Verify = "timerprobe check --per-processor",
        Caveats = [.. remedy.Caveats, "That a start from power-off puts the processors' counters in step is expected."],
    });
}
