namespace TimerProbe.Core.Statistics;

/// <summary>A median with the interval that holds the true one but for the misrate it was built with.</summary>
public readonly record struct MedianInterval(Duration Median, Duration Low, Duration High)
{
    public static MedianInterval Exactly(Duration value) => new(value, value, value);

    public double Spread => Median.Nanoseconds > 0 ? (High.Nanoseconds - Low.Nanoseconds) / Median.Nanoseconds : 0;

    public RatioInterval Over(MedianInterval divisor) => new(Median / divisor.Median, Low / divisor.High, High / divisor.Low);
}
