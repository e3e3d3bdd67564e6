namespace TimerProbe.Core.Tests.Statistics;

public sealed class MedianIntervalTests
{
    [Fact]
    public void A_ratio_has_the_outer_bounds()
    {
        var ratio = Interval(1180, 1174, 1189.5).Over(Interval(1070, 1050, 1090));
        Assert.Equal(1180.0 / 1070, ratio.Median);
        Assert.Equal(1174.0 / 1090, ratio.Low);
        Assert.Equal(1189.5 / 1050, ratio.High);
    }

    [Fact]
    public void An_exact_figure_has_no_spread() => Assert.Equal(0, MedianInterval.Exactly(new Duration(5)).Spread);

    [Theory]
    [InlineData(100, 90, 120, 0.3)]
    [InlineData(0, -1, 1, 0)]
    [InlineData(-5, -6, -4, 0)]
    public void The_spread_is_the_width_over_a_median_that_is_a_cost(double median, double low, double high, double expected) =>
        Assert.Equal(expected, Interval(median, low, high).Spread);

    private static MedianInterval Interval(double median, double low, double high) => new(new Duration(median), new Duration(low), new Duration(high));
}
