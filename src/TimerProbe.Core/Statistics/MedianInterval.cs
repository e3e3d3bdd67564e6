namespace TimerProbe.Core.Statistics;

/// <summary>A median with the interval that holds the true one but for the misrate it was built with.</summary>
public readonly record struct MedianInterval(Duration Median, Duration Low, Duration High)
{
    /// <summary>An interval without width, for figures that are taken as exact.</summary>
    public static MedianInterval Exactly(Duration value) => new(value, value, value);

    /// <summary>The width of the interval relative to the median; 0 for an exact figure.</summary>
    public double Spread => Median.Nanoseconds > 0 ? (High.Nanoseconds - Low.Nanoseconds) / Median.Nanoseconds : 0;

    /// <summary>This figure over another. The bounds, low over high and high over low, hold whenever both intervals do.</summary>
    public RatioInterval Over(MedianInterval divisor) => new(Median / divisor.Median, Low / divisor.High, High / divisor.Low);
}
