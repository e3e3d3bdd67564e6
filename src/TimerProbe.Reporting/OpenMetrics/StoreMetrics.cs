namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>What became of a run that is kept, and of what its store has to send.</summary>
/// <param name="SavedAt">When it was saved; null when it was not: a store that takes nothing is not to look as if it did.</param>
/// <param name="Waiting">How many runs wait on this machine for the store.</param>
/// <param name="PendingAlerts">How many alerts of the store are yet to be delivered; null when it was not asked.</param>
/// <param name="OldestPendingAlertAt">When the oldest of these was made; null when there is none.</param>
/// <param name="FailedDeliveries">How many alerts were tried by this run and not taken.</param>
public sealed record StoreMetrics(
    DateTimeOffset? SavedAt, int Waiting, long? PendingAlerts, DateTimeOffset? OldestPendingAlertAt, int FailedDeliveries)
{
    /// <summary>Writes them. The files of several commands may lie side by side: the label tells them apart.</summary>
    internal void Write(MetricText text, string command)
    {
        var label = ("command", command);
        text.Single(
            "timerprobe_last_saved_timestamp_seconds",
            "When the last run was saved in its store, as Unix time; no sample where this one was not.",
            Unix(SavedAt),
            label);
        text.Single("timerprobe_spooled_runs", "How many runs wait on this machine for the store.", Waiting, label);
        text.Single("timerprobe_pending_alerts", "How many alerts of the store are yet to be delivered.", PendingAlerts, label);
        text.Single(
            "timerprobe_oldest_pending_alert_timestamp_seconds",
            "When the oldest alert was made that is yet to be delivered, as Unix time; no sample where there is none.",
            Unix(OldestPendingAlertAt),
            label);
        text.Single("timerprobe_failed_deliveries", "How many alerts this run tried to deliver in vain.", FailedDeliveries, label);
    }

    private static double? Unix(DateTimeOffset? time) => time?.ToUnixTimeMilliseconds() / 1e3;
}
