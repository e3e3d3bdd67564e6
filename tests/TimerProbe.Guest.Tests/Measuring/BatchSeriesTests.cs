namespace TimerProbe.Guest.Tests.Measuring;

public sealed class BatchSeriesTests
{
    private static readonly Duration CheapTimestamp = new(22);

    [Theory]
    [InlineData(1.9, 16_384)] // 4 doubled until it lasts 20 us
    [InlineData(22, 1024)]
    [InlineData(312.5, 64)] // just long enough
    [InlineData(3500, 8)]
    [InlineData(11_000, 4)]
    [InlineData(1_000_000, 4)] // never fewer
    public void A_batch_lasts_20_to_200_microseconds_where_that_can_be(double nanoseconds, int expected)
    {
        var series = Series(out _, nanoseconds);
        series.FindLength(CheapTimestamp);
        Assert.Equal(expected, series.CallsPerBatch);
    }

    [Fact]
    public void Where_the_timestamp_is_dear_batches_of_cheap_calls_are_longer()
    {
        var series = Series(out _, 4);
        series.FindLength(new Duration(11_000));
        Assert.InRange(series.CallsPerBatch * 4, 77_000, 200_000);
    }

    [Theory]
    [InlineData(10, 11_000)]
    [InlineData(10, 90_000)]
    [InlineData(10, 110_000)]
    [InlineData(1_000, 150_000)]
    [InlineData(2, 500_000)]
    public void The_timestamp_of_a_batch_does_not_pass_for_its_calls(double nanoseconds, double timestamp)
    {
        var clock = new RecordedClock(new FakeTime(), nanoseconds) { Timestamp = new Duration(timestamp) };
        var series = new BatchSeries(clock);
        series.FindLength(clock.Timestamp);
        series.Record();
        Assert.InRange(series.Costs[0], nanoseconds, 1.126 * nanoseconds);
    }

    [Fact]
    public void An_interruption_while_finding_the_length_does_not_shorten_the_batch()
    {
        var series = Series(out _, 22, 5_000_000, 22, 22, 5_000_000, 22);
        series.FindLength(CheapTimestamp);
        Assert.Equal(1024, series.CallsPerBatch);
    }

    [Fact]
    public void The_warm_up_is_dropped_and_counted()
    {
        double[] warming = [.. Enumerable.Range(0, 40).Select(batch => 22.0 * Math.Max(1, 20 - batch))];
        var series = Series(out var clock, warming);
        series.FindLength(CheapTimestamp);
        series.WarmUp(() => true);
        Assert.Equal(clock.Batches.Count, series.WarmUpBatches);
        Assert.True(series.WarmUpBatches >= 20, $"recording began after {series.WarmUpBatches} batches");
        series.Record();
        Assert.InRange(series.Interval().Median.Nanoseconds, 22, 22.2);
    }

    [Fact]
    public void A_source_that_never_settles_is_measured_all_the_same()
    {
        double[] restless = [.. Enumerable.Range(0, 400).Select(batch => batch / 4 % 2 == 0 ? 22.0 : 44)];
        var series = Series(out _, restless);
        series.WarmUp(() => true);
        Assert.Equal(MeasuringPlan.WarmUpGroup * MeasuringPlan.MaxWarmUp, series.WarmUpBatches);
    }

    [Fact]
    public void Time_beyond_twice_the_median_counts_as_lost()
    {
        var series = Series(out _, [.. Enumerable.Repeat(1000.0, 31), 51_000]);
        for (var i = 0; i < 32; i++)
        {
            series.Record();
        }

        Assert.Equal(50_000 * MeasuringPlan.MinBatchCalls, series.Lost().Nanoseconds, 1);
    }

    private static BatchSeries Series(out RecordedClock clock, params double[] nanosecondsPerCall)
    {
        clock = new RecordedClock(new FakeTime(), nanosecondsPerCall) { Timestamp = CheapTimestamp };
        return new BatchSeries(clock);
    }
}
