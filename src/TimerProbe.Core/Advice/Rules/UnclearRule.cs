namespace TimerProbe.Core.Advice;

internal sealed class UnclearRule() : GuestRule("TP112")
{
    protected override Observation? Observe(GuestFacts facts)
    {
        var cost = facts.Clock(ClockSource.PreciseTime);
        return facts.Verdict is not
        {
            State: ClockState.Unclear,
            Cause: not ClockCause.Intermittent
        } ? null : new(Severity.Warning, Confidence.Measured, EvidenceFactory.Of(
            EvidenceFactory.Cost("Precise time, at least", cost?.CallNs?.Low),
            EvidenceFactory.Cost("Precise time, at most", cost?.CallNs?.High),
            EvidenceFactory.Measured("Batches", cost?.Batches),
            EvidenceFactory.Text("Verdict", facts.Verdict.Because, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Text("Control arithmetic", facts.Control.Because, EvidenceFactory.MeasuredHere)))
        {
            LikelyCause = !InDoubt(facts) ? null
                : ClocksourceChoice.TicksBesideTsc(facts.Machine.Linux) ? "The kernel counts its own ticks, and loses some, although it lists the TSC."
                : "The kernel took a wrong rate for the TSC's at its start, or was moved to another since; a restart measures it again.",
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        .. GuestClocksource.LinuxOfTicks(),
        Measure("Compare with a clock outside: the second itself is in doubt", Verification.Rate,
            "HOST is an NTP server that the machine can reach. If the rates agree, the figures hold, and the check says so.") with { When = InDoubt, Verify = Verification.Rate },
        Measure("Restart the machine: its kernel measures the TSC again (downtime)", "timerprobe check",
            "Start it when its host is not busy: a host too busy to answer in time is how a kernel takes a wrong rate. Stopping and starting a VM does it too.") with { When = InDoubt, Verify = Verification.Rate },
        Measure("Give it more time", "timerprobe check --budget 20s",
            "More batches narrow the interval; they do not help on a machine that is busy throughout.") with { When = facts => !InDoubt(facts) },
        Measure("Measure on a less busy processor", "timerprobe check --processors 0",
            "Replace 0 with the processor's number; Task Manager or top shows which one is idle.") with { When = facts => !InDoubt(facts) },
        Measure("Measure at a quieter time, or every few minutes with a scheduler", "timerprobe check --output json",
            "A verdict that changes with the time of day, or when the VM moves to another host, is itself an answer: note the times of both.") with { When = facts => !InDoubt(facts) },
    ];

    private static bool InDoubt(GuestFacts facts) => TscCalibration.Doubt(facts.Machine, facts.Drift) is not null;

    private static PlannedRemedy Measure(string action, string command, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, command)], [caveat]);
}
