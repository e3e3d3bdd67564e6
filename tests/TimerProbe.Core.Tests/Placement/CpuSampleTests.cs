namespace TimerProbe.Core.Tests.Placement;

public sealed class CpuSampleTests
{
    private static readonly DateTimeOffset Start = SimulatedMachine.Start;
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    [Theory]
    [InlineData(1, 1, true)]
    [InlineData(0, 1, false)]
    [InlineData(1, 0, false)]
    [InlineData(-1, 1, false)]
    [InlineData(8_999, 1_999_999_999, true)]
    // Usage stops at 100 %, MHz do not.
    [InlineData(9_000, 1, false)]
    [InlineData(10_000, 13_053, false)]
    [InlineData(2_000_000_000, 1, false)]
    [InlineData(1, 2_000_000_000, false)]
    public void Only_both_figures_together_tell_a_frequency(long usage, long mhz, bool tells) =>
        Assert.Equal(tells, new CpuSample(Start, Start + Day, usage, mhz).HasFrequency);

    [Theory]
    [InlineData(99, 99, 2)]
    [InlineData(100, 100, 1)]
    [InlineData(100, 97, 1)]
    [InlineData(100, 96, 2)]
    public void A_single_cut_is_believed_of_enough_samples_that_fit_it(int samples, int cutOnce, int units) =>
        Assert.Equal(units, new StatisticsCut(samples, cutOnce).Units);

    [Theory]
    [InlineData(-1, false)]
    [InlineData(-2, true)]
    public void An_outage_is_known_by_samples_of_more_than_a_period_before_it(int day, bool covers)
    {
        var outages = new StatisticsOutages();
        outages.Learn([Sample(day), Sample(3)]);
        Assert.Equal(covers, outages.Covers(Day, Start, Start.AddDays(3)));
        Assert.False(outages.Covers(Day, Start, Start.AddDays(3).AddTicks(1)));
        Assert.False(outages.Covers(TimeSpan.FromHours(2), Start, Start.AddDays(3)));
    }

    [Theory]
    // The only sample begins on the first day.
    [InlineData(1, 0, 2, true)]
    [InlineData(1, 1, 2, true)]
    [InlineData(1, 0, 1, true)]
    [InlineData(1, 2, 3, false)]
    [InlineData(1, -2, 0, false)]
    [InlineData(2, 0, 2, false)]
    public void A_time_has_the_periods_of_a_length_that_begin_in_it(int length, int from, int to, bool has)
    {
        var outages = new StatisticsOutages();
        outages.Learn([Sample(1)]);
        Assert.Equal(has, outages.Has(length * Day, Start.AddDays(from), Start.AddDays(to)));
    }

    [Fact]
    public void No_megahertz_at_all_are_a_figure_that_is_known() =>
        Assert.Equal(new FrequencyRange(0, 100e6), new CpuSample(Start, Start + Day, 100, 0).CoreFrequency(1, cut: 1));

    private static CpuSample Sample(int day) => new(Start.AddDays(day), Start.AddDays(day + 1), 1, 1);
}
