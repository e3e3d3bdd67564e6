namespace TimerProbe.Core.Advice;

internal sealed class WrongTimeRule() : GuestRule("TP401", isOfCheapClock: true)
{
    /// <summary>Kerberos' default for the largest difference to a domain controller.</summary>
    public const double CriticalMs = 300_000;

    private const double InfoMs = 100;
    private const double WarningMs = 1_000;

    protected override Observation? Observe(GuestFacts facts)
    {
        if (facts.Time is not { OffsetMs: { } offset, OffsetUncertaintyMs: { } uncertainty, Reference: { } reference } time)
        {
            return null;
        }

        var certain = Math.Abs(offset) - uncertainty;
        return !(certain >= InfoMs) ? null : new(
            certain >= CriticalMs ? Severity.Critical : certain >= WarningMs ? Severity.Warning : Severity.Info,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Measured("Ahead of the reference", offset, "ms"),
                EvidenceFactory.Measured("Uncertainty", uncertainty, "ms"),
                TimeEvidence.Reference(reference),
                EvidenceFactory.Number("Its stratum", reference.Stratum, unit: null, "NTP"),
                EvidenceFactory.Number("Its root distance", reference.RootDistanceMs, "ms", "NTP"),
                .. TimeEvidence.Services(time),
            ]))
        {
            Title = $"The time is {PlainText.Span(TimeSpan.FromMilliseconds(offset))} {(offset < 0 ? "behind" : "ahead")}",
            LikelyCause = TimeEvidence.ServicesCause(time.Services),
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
        TimeSources.Set(vm).Select(remedy => remedy with { Verify = Verification.Time });
}

/// <summary>Evidence that the rules about a wrong time share.</summary>
internal static class TimeEvidence
{
    public static IEnumerable<Evidence?> Services(TimeFacts? time) => time?.Services is not { } services ? [] :
    [
        EvidenceFactory.Text("Sets the time", services.Count == 0 ? "nothing was found to" : PlainText.List(services), "this system"),
    ];

    public static Evidence? Reference(TimeReferenceFacts reference) =>
        EvidenceFactory.Text("Reference", reference.Name, reference.Kind == TimeReferenceKind.Ntp ? "NTP" : "the host's time");

    public static IEnumerable<Evidence?> Rates(DriftFacts? drift) => drift is not { Reference: { } reference, OverSeconds: > 0 } ? [] :
    [
        EvidenceFactory.Measured("Counter compared with the reference", drift.CounterAgainstReferencePpm?.Value, "ppm"),
        EvidenceFactory.Measured("Precise time compared with the reference", drift.PreciseAgainstReferencePpm?.Value, "ppm"),
        EvidenceFactory.Measured("Uncertainty", drift.UncertaintyPpm?.Value, "ppm"),
        EvidenceFactory.Measured("Observed for", drift.OverSeconds, "s"),
        EvidenceFactory.Measured("Precise time was moved against the counter by", drift.AdjustedMs, "ms"),
        Reference(reference),
    ];

    /// <summary>Null where one service runs, or the system does not say.</summary>
    public static string? ServicesCause(IReadOnlyList<string>? services) => services switch
    {
        [] => "Nothing was found that sets the time here: it stays wrong after a pause, a restore or a move.",
        { Count: > 1 } => $"More than one service sets the time: {PlainText.List(services)}.",
        _ => null,
    };
}
