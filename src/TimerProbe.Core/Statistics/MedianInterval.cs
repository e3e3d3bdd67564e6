using TimerProbe.Core.Units;

namespace TimerProbe.Core.Statistics;

/// <summary>A median with the interval that holds the true one but for the misrate it was built with.</summary>
/// <param name="Median">The sample's median.</param>
/// <param name="Low">The lower bound; at most <paramref name="Median"/>.</param>
/// <param name="High">The upper bound; at least <paramref name="Median"/>.</param>
public readonly record struct MedianInterval(Duration Median, Duration Low, Duration High)
{
    /// <summary>An interval without width, for figures that are taken as exact.</summary>
    public static MedianInterval Exactly(Duration value) => new(value, value, value);

    /// <summary>The width of the interval relative to the median; 0 for an exact figure.</summary>
    public double Spread => Median.Nanoseconds > 0 ? (High.Nanoseconds - Low.Nanoseconds) / Median.Nanoseconds : 0;

    /// <summary>
    /// This figure over another. The bounds are the outer ones, low over high and high over low, and so hold
    /// whenever both intervals do.
    /// </summary>
    public RatioInterval Over(MedianInterval divisor) =>
        new(Median / divisor.Median, Low / divisor.High, High / divisor.Low);
}

/// <summary>A ratio of two medians with its conservative interval.</summary>
/// <param name="Median">The ratio of the medians.</param>
/// <param name="Low">The smallest ratio that both intervals allow.</param>
/// <param name="High">The largest ratio that both intervals allow.</param>
public readonly record struct RatioInterval(double Median, double Low, double High);
