using TimerProbe.Core.Json;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Makes alerts of what a run changed. Where nothing changed there are none.</summary>
public static class AlertMaking
{
    /// <summary>The alerts, one for each channel.</summary>
    /// <param name="run">What saving a document did.</param>
    /// <param name="rules">Of what they are made, and for whom.</param>
    public static IReadOnlyList<NewAlert> Create(SavedRun run, AlertRules rules) =>
    [
        .. from alert in ChangeAlerts.Create(run.Changes, rules).Concat(TargetAlerts.Create(run.Targets, rules))
           let payload = AlertJson.Write(alert)
           from channel in rules.Channels
           select new NewAlert(alert.Id, channel, alert.Kind.ToDocumentName(), SubjectOf(alert), payload),
    ];

    private static string SubjectOf(AlertPayload alert) =>
        SafeLine.Of(alert is { Count: 1, Subjects: [var only] } ? only.Name : alert.Server ?? "guests");
}
