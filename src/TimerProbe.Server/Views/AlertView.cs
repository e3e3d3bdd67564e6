namespace TimerProbe.Server.Views;

/// <summary>An alert, on all its channels.</summary>
/// <param name="Id">Its unique id.</param>
/// <param name="CreatedAt">When what it is about was seen.</param>
/// <param name="Kind">What it is about, such as <c>wentAway</c>.</param>
/// <param name="Subject">Its subject.</param>
/// <param name="Problem">What is wrong with a vCenter that was not read, or not in full; null for anything else.</param>
/// <param name="Link">The path of the page that shows its subject; null for a report by mail.</param>
/// <param name="AcknowledgedAt">When somebody acknowledged it on the last of its channels; null while one is left.</param>
/// <param name="Deliveries">How far it got on each channel; empty where no receiver was configured, so that nobody was alerted.</param>
public sealed record AlertView(
    string Id,
    DateTimeOffset CreatedAt,
    string Kind,
    string Subject,
    string? Problem,
    string? Link,
    DateTimeOffset? AcknowledgedAt,
    IReadOnlyList<DeliveryView> Deliveries)
{
    /// <summary>Whether it reports an end of trouble, or is a report on its way or arrived: nobody needs to acknowledge it.</summary>
    public bool IsGood => AlertPayload.IsGood(Kind) || (Kind == MailReport.Digest && Deliveries.All(delivery => delivery.Problem is null));

    private const int MaxAlerts = 2_000;

    private static readonly Dictionary<string, string> KindNames = new()
    {
        ["wentAway"] = "left its home frequency",
        ["foundAway"] = "was found away",
        ["cameHome"] = "came home",
        ["turnedSlow"] = "was measured slow",
        ["noLongerSlow"] = "is no longer slow",
        ["scanFailed"] = "could not be read",
        ["scanPartial"] = "was read in part",
        ["scanRecovered"] = "is read in full again",
        ["notAnswering"] = "does not answer",
        ["answersAgain"] = "answers again",
        ["watchSilent"] = "is no longer watched",
        ["watchResumed"] = "is watched again",
        ["digest"] = "report by mail",
    };

    public static async Task<IReadOnlyList<AlertView>> ListAsync(FleetStore store, bool all, CancellationToken cancellationToken) =>
    [
        .. (await store.Alerts.LatestAsync(all, MaxAlerts, cancellationToken)).GroupBy(alert => alert.Id)
            .Select(same => From([.. same]))
            .Where(alert => all || !alert.IsGood)
            .OrderByDescending(alert => alert.CreatedAt)
            .ThenBy(alert => alert.Id, StringComparer.Ordinal),
    ];

    /// <summary>Acknowledges an alert on all its channels, and notes in the audit trail who did.</summary>
    internal static async Task<int> AcknowledgeAsync(string id, HttpContext http, FleetStore store, AuditTrail audit)
    {
        // It cannot be cancelled: what is done is in the trail.
        var acknowledged = await store.Alerts.AcknowledgeAsync(id, CancellationToken.None);
        if (acknowledged > 0)
        {
            await audit.RecordAsync(http, AuditTrail.AlertAcknowledged, id);
        }

        return acknowledged;
    }

    public static string GetName(string kind) => KindNames.GetValueOrDefault(kind, kind);

    private static AlertView From(IReadOnlyList<StoredAlert> same)
    {
        var sent = Sent(same[0].Payload);
        return new(
            same[0].Id,
            same[0].CreatedAt,
            same[0].Kind,
            same[0].Subject,
            sent?.Problem,
            sent?.PagePath(),
            same.All(alert => alert.State == AlertState.Acknowledged) ? same.Max(alert => alert.AcknowledgedAt) : null,
            [.. same.Where(alert => alert.Channel != StoredAlert.Nobody).Select(DeliveryView.From)]);
    }

    private static AlertPayload? Sent(string payload)
    {
        try
        {
            return AlertPayload.Read(payload);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>How far an alert got on a channel.</summary>
/// <param name="Channel">The channel, by its name in the configuration.</param>
/// <param name="State">How far: <c>pending</c>, <c>delivered</c>, <c>failed</c> or <c>acknowledged</c>.</param>
/// <param name="Attempts">How often it was tried.</param>
/// <param name="Problem">What went wrong the last time.</param>
public sealed record DeliveryView(string Channel, string State, int Attempts, string? Problem)
{
    public static DeliveryView From(StoredAlert alert) => new(alert.Channel, alert.State.ToDocumentName(), alert.Attempts, alert.LastError);
}
