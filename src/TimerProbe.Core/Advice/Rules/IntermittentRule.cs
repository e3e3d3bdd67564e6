namespace TimerProbe.Core.Advice;

internal sealed class IntermittentRule() : GuestRule("TP115", ClockCause.Intermittent)
{
    private const string ByProcessor = "timerprobe check --per-processor";
    private const string OverTime = "timerprobe watch --every 1s";

    protected override Observation? Observe(GuestFacts facts) => facts is not
    {
        Verdict.Cause: ClockCause.Intermittent,
        Change: { } change
    } ? null : new(
        Severity.Warning,
        Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Cost("Precise time, fast", change.LowNs),
            EvidenceFactory.Cost("Precise time, slow", change.HighNs),
            EvidenceFactory.Measured(
                change.Between == ClockChangeKind.Time ? "Slow part of the time" : "Slow part of the processors",
                change.HighShare * 100,
                "%"),
            EvidenceFactory.Cost(facts, ClockSource.TimestampCounter),
            EvidenceFactory.Cost(facts, ClockSource.VmExit)));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        Follow("Find the slow processors", ByProcessor, "What differs between them is reported as TP105.") with
        {
            When = facts => facts.Change is { Between: ClockChangeKind.Processors },
        },
        Follow("Watch for a few minutes: how often it changes, and along with what", OverTime,
            "A single change is a move or a resume; constant changes come from the hypervisor or the operating system.") with
        {
            When = facts => facts.Change is not { Between: ClockChangeKind.Processors },
        },
        VMwareHost.Distrusted(),
        VMwarePlacement.Frequencies(vm),
    ];

    private static PlannedRemedy Follow(string action, string command, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, command)], [caveat]);
}
