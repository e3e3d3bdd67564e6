namespace TimerProbe.Guest.Tests.Inspection.Linux;

public class CpuQuotaParserTests
{
    [Theory]
    [InlineData("150000 100000\n", 1.5)]
    [InlineData("max 100000\n", null)]
    [InlineData("1000 0", null)]
    [InlineData("0 100000", null)]
    [InlineData("1 1", 1.0)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void Version_2_tells_quota_and_period_in_one_line(string? text, double? quota) => Assert.Equal(quota, CpuPressureParser.QuotaVersion2(text));

    [Theory]
    [InlineData("50000", "100000", 0.5)]
    [InlineData("-1", "100000", null)]
    [InlineData("50000", null, null)]
    public void Version_1_tells_them_in_two_files(string quota, string? period, double? processors) =>
        Assert.Equal(processors, CpuPressureParser.QuotaVersion1(quota, period));

    [Fact]
    public void Throttling_is_told_in_microseconds_or_nanoseconds()
    {
        Assert.Equal(12.345, CpuPressureParser.ThrottledMs("usage_usec 900\nnr_periods 0\nnr_throttled 4\nthrottled_usec 12345\nnr_bursts 0\nburst_usec 0"));
        Assert.Equal(12.345, CpuPressureParser.ThrottledMs("nr_periods 0\nnr_throttled 4\nthrottled_time 12345000\nnr_bursts 0\nburst_time 0\n"));
        Assert.Null(CpuPressureParser.ThrottledMs("usage_usec 900\nuser_usec 800\nsystem_usec 100"));
    }

    [Fact]
    public void No_text_makes_it_throw()
    {
        Garbage.NeverThrows("150000 100000", text => CpuPressureParser.QuotaVersion2(text));
        Garbage.NeverThrows("nr_throttled 4\nthrottled_usec 12345", text => CpuPressureParser.ThrottledMs(text));
    }
}
