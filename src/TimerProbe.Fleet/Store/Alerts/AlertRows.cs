using TimerProbe.Core.Json;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Alerts;

internal static class AlertRows
{
    private static readonly string[] Names = ["id", "channel", "created_at", "due", "kind", "subject", "payload", "state", "error"];

    public static Task InsertAsync(
        StoreSession session, IEnumerable<NewAlert> alerts, DateTimeOffset at, DateTimeOffset due) => session.ExecuteManyAsync(
        "alert-insert",
        Names,
        alerts.Select(alert => alert.Channel == StoredAlert.Nobody
            ? Row(alert, at, due: null, AlertState.Failed, "no receiver is configured")
            : Row(alert, at, due, AlertState.Pending, error: null)));

    private static object?[] Row(NewAlert alert, DateTimeOffset at, DateTimeOffset? due, AlertState state, string? error) =>
        [alert.Id, alert.Channel, at.ToUnixTimeMilliseconds(), due?.ToUnixTimeMilliseconds(), alert.Kind, alert.Subject, alert.Payload,
            state.ToDocumentName(), error];
}
