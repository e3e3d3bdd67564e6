namespace TimerProbe.Core.Advice;

internal sealed class SteppedTimeRule() : GuestRule("TP402", isOfCheapClock: true)
{
    /// <summary>Ten times what NTP slews by: what moves the time faster sets it.</summary>
    private const double MovedPpm = 5_000;

    private const double MovedMs = 50;

    protected override Observation? Observe(GuestFacts facts)
    {
        var steps = facts.Time?.Steps ?? [];
        var moved = facts.Drift is { AdjustedMs: { } adjusted, ReferenceOverSeconds: { } over and > 0 }
            && Math.Abs(adjusted) >= MovedMs && Math.Abs(adjusted) / over * 1e3 >= MovedPpm
            ? adjusted
            : (double?)null;
        if (steps.Count == 0 && moved is null)
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
                steps.Count == 0 ? null : EvidenceFactory.Count("Steps of precise time", steps.Count, EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("The furthest", furthest?.ByMs, "ms", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Count("Of them backward", steps.Count(step => step.ByMs < 0), EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Precise time was moved against the counter by", moved, "ms", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Observed for", facts.Drift?.ReferenceOverSeconds, "s", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number(
                    "Counter compared with the reference", facts.Drift?.CounterAgainstReferencePpm?.Value, "ppm", EvidenceFactory.MeasuredHere),
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
