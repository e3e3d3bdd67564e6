using TimerProbe.Fleet.Store;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Makes alerts of how vCenters answered, compared with the scan before.</summary>
internal static class TargetAlerts
{
    public static IEnumerable<AlertPayload> Create(IEnumerable<TargetHealth> targets, AlertRules rules) =>
        targets.SelectMany(target => KindsOf(target, rules.NotAnsweredAfter).Select(kind => Payload(kind, target)));

    private static IEnumerable<AlertKind> KindsOf(TargetHealth now, int notAnsweredAfter)
    {
        var (failuresBefore, wasPartial) = (now.Before?.Failures ?? 0, now.Before?.IsPartial ?? false);
        if (failuresBefore < notAnsweredAfter && now.Failures >= notAnsweredAfter)
        {
            yield return AlertKind.NotAnswering;
        }
        else if (failuresBefore == 0 && now.Failures > 0)
        {
            yield return AlertKind.ScanFailed;
        }

        if (now.Failures == 0 && failuresBefore >= notAnsweredAfter)
        {
            yield return AlertKind.AnswersAgain;
        }
        else if (now is { Failures: 0, IsPartial: false } && (failuresBefore > 0 || wasPartial))
        {
            yield return AlertKind.ScanRecovered;
        }

        if (now.IsPartial && !wasPartial)
        {
            yield return AlertKind.ScanPartial;
        }
    }

    private static AlertPayload Payload(AlertKind kind, TargetHealth target) => new()
    {
        Id = AlertId.Create(kind, target),
        Kind = kind,
        At = target.LastTriedAt,
        Title = AlertSentence.Format(kind, target),
        Server = target.Server,
        Count = 1,
        Failures = target.Failures,
        LastSuccessAt = target.LastSuccessAt,
        Problem = target.Problem,
    };
}
