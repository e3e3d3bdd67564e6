namespace TimerProbe.Core.Statistics;

/// <summary>Figures that rest on a sample's order alone, so that a disturbed batch counts once, however long it took.</summary>
public static class OrderStatistics
{
    /// <summary>
    /// The median of a sample with its distribution-free interval: the number of values below the true median is binomial with p =
    /// 1/2, so the k-th smallest and k-th largest values enclose it (W. J. Conover, Practical Nonparametric Statistics, 3.2).
    /// </summary>
    /// <param name="sorted">The sample in ascending order; not empty.</param>
    /// <param name="misrate">The probability that the interval misses, both sides together; between 0 and 1.</param>
    /// <exception cref="ArgumentException">The sample is empty.</exception>
    public static MedianInterval Median(ReadOnlySpan<double> sorted, double misrate)
    {
        var rank = Math.Max(BinomialRank(sorted.Length, misrate), 1);
        return new MedianInterval(new Duration(Quantile(sorted, 0.5)), new Duration(sorted[rank - 1]), new Duration(sorted[^rank]));
    }

    public static void Sort(Span<double> sample) => sample.Sort(static (one, other) => one.CompareTo(other));

    /// <summary>A quantile by linear interpolation between neighbors (type 7 of Hyndman and Fan, 1996).</summary>
    /// <param name="sorted">The sample in ascending order; not empty.</param>
    /// <param name="probability">The quantile's probability, 0 to 1.</param>
    /// <exception cref="ArgumentException">The sample is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The probability lies outside 0 to 1.</exception>
    public static double Quantile(ReadOnlySpan<double> sorted, double probability)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(probability);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(probability, 1);
        if (sorted.IsEmpty)
        {
            throw new ArgumentException("A quantile needs at least one value.", nameof(sorted));
        }

        var position = (sorted.Length - 1) * probability;
        var below = (int)position;
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((position - below) * (sorted[above] - sorted[below]));
    }

    /// <summary>The largest k with P(Binomial(count, 1/2) &lt; k) &lt;= misrate / 2; 0 when even the extremes miss too often.</summary>
    /// <param name="count">The sample's size, 0 to 1,000: beyond that 2^-count is no longer a normal double.</param>
    /// <param name="misrate">The probability that the interval misses, both sides together; between 0 and 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count lies outside its range.</exception>
    public static int BinomialRank(int count, double misrate)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, 1000);
        var probability = Math.ScaleB(1, -count);
        var tail = probability;
        var rank = 0;
        while (tail <= misrate / 2 && rank < count / 2)
        {
            rank++;
            probability *= (count - rank + 1) / (double)rank;
            tail += probability;
        }

        return rank;
    }

    public static int SmallestSample(double misrate) => (int)Math.Ceiling(1 - Math.Log2(misrate));
}
