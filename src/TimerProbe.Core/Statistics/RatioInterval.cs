namespace TimerProbe.Core.Statistics;

/// <summary>A ratio of two medians with its conservative interval.</summary>
public readonly record struct RatioInterval(double Median, double Low, double High);
