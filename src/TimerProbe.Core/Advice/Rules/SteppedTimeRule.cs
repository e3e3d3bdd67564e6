namespace TimerProbe.Core.Advice;

internal sealed class SteppedTimeRule() : GuestRule("TP402", isOfCheapClock: true)
{
    /// <summary>Ten times what NTP slews by: what moves the time faster sets it.</summary>
    private const double MovedPpm = 5_000;

    private const double MovedMs = 50;

    protected override Observation? Observe(GuestFacts facts)
    {
        var steps = facts.Time?.Steps ?? [];
        var wasMoved = facts.Drift is { AdjustedMs: { } moved, OverSeconds: var over and > 0 }
            && Math.Abs(moved) >= MovedMs && Math.Abs(moved) / over * 1e3 >= MovedPpm;
        if (steps.Count == 0 && !wasMoved)
        {
            return null;
        }

        var furthest = steps.MaxBy(step => Math.Abs(step.ByMs));
        return new(
            Math.Abs(furthest?.ByMs ?? 0) >= WrongTimeRule.CriticalMs ? Severity.Critical
                : steps.Count == 1 ? Severity.Info
                : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Measured("Steps of precise time", steps.Count),
                EvidenceFactory.Measured("The furthest", furthest?.ByMs, "ms"),
                EvidenceFactory.Measured("Of them backward", steps.Count(step => step.ByMs < 0)),
                .. TimeEvidence.Rates(facts.Drift),
                .. TimeEvidence.Services(facts.Time),
            ]))
        {
            Title = steps.Count == 1 ? "Something set the clock while it was watched" : null,
            LikelyCause = facts.Time?.Services is { Count: > 1 } services ? TimeEvidence.ServicesCause(services) : null,
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
        TimeSources.LeaveOne().Concat(TimeSources.Set(vm)).Select(remedy => remedy with { Verify = Verification.Rate });
}
