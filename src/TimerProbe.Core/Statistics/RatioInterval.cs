namespace TimerProbe.Core.Statistics;

/// <summary>A ratio of two medians with its conservative interval.</summary>
/// <param name="Median">The ratio of the medians.</param>
/// <param name="Low">The smallest ratio that both intervals allow.</param>
/// <param name="High">The largest ratio that both intervals allow.</param>
public readonly record struct RatioInterval(double Median, double Low, double High);
