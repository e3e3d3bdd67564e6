namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>How much metrics say.</summary>
/// <param name="Store">What became of the run; null when it is not saved.</param>
public sealed record MetricView(bool HasDetails = false, SaveResult? Store = null)
{
    public static MetricView Brief { get; } = new();
}
