using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class IntermittentRule : GuestRule
{
    private const string ByProcessor = "timerprobe check --per-processor";
    private const string OverTime = "timerprobe watch --every 1s";

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP115",
        Title = "The cost of reading the clock changes",
        Impact = "Work is fast at times and slow at others, with no change in the load.",
        LikelyCause = "The VM was being moved, or the hypervisor traps the TSC on only some of its processors.",
        Meaning = """
            Reads were fast part of the time, or on some of the processors, and slow otherwise, while work that reads no clock did not
            change. A single figure would be right one moment and wrong the next, so none is given. Likely reasons: the virtual machine
            was being moved to another host, the hypervisor lets some processors read the TSC and traps it on others, or the operating
            system keeps switching its clock.
            """,
        Condition = """
            The verdict's cause is `intermittent`, which is *measured*, after signs of a change (two clocks off in one round while CPUID
            and the arithmetic were not, clocks with the same source that differ by a factor of two, or two batches that were off when
            measured again), by one of

            - precise time measured again in short batches: at least three in a row cost twice or half of what was measured before, the
              expensive ones more than 100 ns, while the arithmetic measured alongside did not change;
            - precise time on several processors (64 at most): some cost twice as much as others and more than 100 ns, and the same ones
              do when measured again.
            """,
        Severities = "Warning; the evidence shows how slow the slow part is. Slow processors are critical under [TP105](TP105.md).",
        References = [Sources.WindowsTimestamps, Sources.LinuxTimekeeping, Sources.VMwareTimekeeping],
    };

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
            EvidenceFactory.Number(
                change.Between == ClockChangeKind.Time ? "Slow part of the time" : "Slow part of the processors",
                change.HighShare * 100,
                "%",
                EvidenceFactory.MeasuredHere),
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
        VMwareHostClock.Distrusted(),
        VMwarePlacement.Frequencies(vm),
    ];

    private static PlannedRemedy Follow(string action, string command, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, command)], [caveat]);
}
