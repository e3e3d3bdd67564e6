namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>How much metrics say.</summary>
/// <param name="Store">What became of the run; null when it is not saved.</param>
public sealed record MetricView(bool HasDetails = false, SaveResult? Store = null)
{
    public static MetricView Brief { get; } = new();

    internal void WriteStore(MetricText text, string command)
    {
        if (Store is not { } saved)
        {
            return;
        }

        var label = ("command", command);
        text.Single(
            "timerprobe_last_saved_timestamp_seconds",
            "When the last run was saved in its store, as Unix time; no sample where this one was not.",
            MetricText.Unix(saved.SavedAt),
            label);
        text.Single("timerprobe_pending_alerts", "How many alerts of the store are yet to be delivered.", saved.PendingAlerts, label);
        text.Single(
            "timerprobe_oldest_pending_alert_timestamp_seconds",
            "When the oldest alert was made that is yet to be delivered, as Unix time; no sample where there is none.",
            MetricText.Unix(saved.OldestPendingAlertAt),
            label);
        text.Single("timerprobe_failed_deliveries", "How many alerts this run tried to deliver in vain.", saved.FailedDeliveries, label);
    }
}
