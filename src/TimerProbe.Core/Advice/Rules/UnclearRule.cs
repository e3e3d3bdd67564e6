using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class UnclearRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP112",
        Title = "The measurement was inconclusive",
        Impact = "Whether the clock is slow is not known yet.",
        LikelyCause = "The machine was too busy during the measurement, or the check was cancelled.",
        Meaning = """
            Within its time budget, the probe saw too few figures, or figures so different that they fit both a good and a bad clock. It
            says so rather than guess. Usually the machine was too busy; a cancelled run is unclear as well. A clock whose cost was seen
            to change is [TP115](TP115.md).

            Nothing is decided either where the guest's second itself is in doubt: a kernel that took a wrong rate for the TSC's at its start, as on a
            host too busy to answer in time, scales every figure by the same factor.
            """,
        Condition = """
            The verdict is `unclear` with the cause `unknown`: at the end of the time budget the interval of the median still spans two states that are not
            neighbors, or two causes, or there were too few batches. Or the kernel's rate of the TSC and the hypervisor's differ by more than a quarter, or
            the machine's clock does from a clock outside of it (`--drift --reference`), which decides where it was asked. That it is unclear is *measured*.
            """,
        Severities = "Warning.",
        References = [Sources.WindowsTimestamps],
    };

    protected override Observation? Observe(GuestFacts facts)
    {
        var cost = facts.Clock(ClockSource.PreciseTime);
        var doubt = TscCalibration.Doubt(facts.Machine, facts.Drift);
        return facts.Verdict is not
        {
            State: ClockState.Unclear,
            Cause: not ClockCause.Intermittent
        } ? null : new(Severity.Warning, Confidence.Measured, EvidenceFactory.Of(
            EvidenceFactory.Cost("Precise time, at least", cost?.CallNs?.Low),
            EvidenceFactory.Cost("Precise time, at most", cost?.CallNs?.High),
            EvidenceFactory.Number("Batches", cost?.Batches, unit: null, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Text("Verdict", facts.Verdict.Because, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Text("Control arithmetic", facts.Control.Because, EvidenceFactory.MeasuredHere)))
        {
            LikelyCause = doubt is null
                ? null
                : "The kernel took a wrong rate for the TSC's at its start, or was moved to another since; a restart measures it again.",
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        Measure("Give it more time", "timerprobe check --budget 20s",
            "More batches narrow the interval; they do not help on a machine that is busy throughout."),
        Measure("Measure on a less busy processor", "timerprobe check --processors 0",
            "Replace 0 with the processor's number; Task Manager or top shows which one is idle."),
        Measure("Measure at a quieter time, or every few minutes with a scheduler", "timerprobe check --output json",
            "A verdict that changes with the time of day, or when the VM moves to another host, is itself an answer: note the times of both."),
    ];

    private static PlannedRemedy Measure(string action, string command, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, command)], [caveat]);
}
