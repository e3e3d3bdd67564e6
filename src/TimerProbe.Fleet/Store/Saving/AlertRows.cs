using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>Keeps new alerts.</summary>
internal static class AlertRows
{
    private static readonly string[] Names = ["id", "channel", "created_at", "due", "kind", "subject", "payload"];

    public static Task InsertAsync(StoreSession session, IEnumerable<NewAlert> alerts, DateTimeOffset at, DateTimeOffset due) => session.ExecuteManyAsync(
        "alert-insert",
        Names,
        alerts.Select(alert => new object?[] { alert.Id, alert.Channel, at.ToUnixTimeMilliseconds(), due.ToUnixTimeMilliseconds(), alert.Kind, alert.Subject, alert.Payload }));
}
