namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>How much metrics say.</summary>
/// <param name="HasDetails">Whether each machine away from home, and each clock of a guest, has series of its own.</param>
/// <param name="Store">What became of the run; null when it is not kept.</param>
public sealed record MetricView(bool HasDetails = false, StoreMetrics? Store = null)
{
    /// <summary>What a document says in short.</summary>
    public static MetricView Brief { get; } = new();
}
