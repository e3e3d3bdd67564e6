using FsCheck;
using FsCheck.Fluent;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Tests.Statistics;

public sealed class LogHistogramTests
{
    private const double BucketWidth = 1.0443; // 2^(1/16)

    private static readonly Arbitrary<double[]> Lengths =
        Gen.Choose(0, 30_000_000).Select(power => Math.Pow(2, power / 1e6)).NonEmptyListOf().Select(values => values.ToArray()).ToArbitrary();

    [Fact]
    public void A_quantile_is_as_near_as_its_bucket_is_wide() => Prop.ForAll(Lengths, Gen.Choose(0, 1000).Select(p => p / 1e3).ToArbitrary(), (lengths, probability) =>
    {
        var exact = lengths.Order().ElementAt(Math.Max((int)Math.Ceiling(probability * lengths.Length), 1) - 1);
        var quantile = Counted(lengths).Quantile(probability)!.Value.Nanoseconds;
        return quantile / exact is > 1 / BucketWidth and < BucketWidth;
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Merging_loses_nothing() => Prop.ForAll(Lengths, Lengths, (one, other) =>
    {
        var merged = Counted(one);
        merged.Merge(Counted(other));
        var whole = Counted([.. one, .. other]);
        return Same(merged, whole);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void It_has_a_place_for_every_length()
    {
        var histogram = Counted(0, -3, 1e-30, 1e30, double.PositiveInfinity, double.NaN);
        Assert.Equal(5, histogram.Count);
        Assert.Equal([new BucketCount(0, 3), new BucketCount(LogHistogram.Buckets - 1, 2)], histogram.NotEmpty());
    }

    [Fact]
    public void Empty_it_has_no_quantile()
    {
        var histogram = Counted(24);
        histogram.Clear();
        Assert.Null(histogram.Quantile(0.5));
        Assert.Null(histogram.Longest);
        Assert.Empty(histogram.NotEmpty());
    }

    private static LogHistogram Counted(params double[] lengths)
    {
        var histogram = new LogHistogram();
        Array.ForEach(lengths, length => histogram.Add(new Duration(length)));
        return histogram;
    }

    private static bool Same(LogHistogram one, LogHistogram other) =>
        one.NotEmpty().SequenceEqual(other.NotEmpty()) && one.Count == other.Count && one.Shortest == other.Shortest && one.Longest == other.Longest;
}
