using System.Globalization;

namespace TimerProbe.Core.Tests.Units;

public sealed class UnitTests
{
    [Fact]
    public void A_frequency_told_in_kilohertz_loses_nothing() => Assert.Equal(2_593_905_000, Frequency.FromKilohertz(2_593_905).Hertz);

    [Fact]
    public void A_higher_frequency_differs_by_positive_millionths() =>
        Assert.Equal(-77_067.2, new Frequency(2_394_000_000).DifferenceFrom(new Frequency(2_593_905_000)).Value, 1);

    [Theory]
    [InlineData("de-DE")]
    [InlineData("fr-FR")]
    [InlineData("en-US")]
    public void Units_read_the_same_in_every_culture(string culture)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        try
        {
            Assert.Equal("1,180 ns", new Duration(1180.4).ToString());
            Assert.Equal("2.5 ns", new Duration(2.5).ToString());
            Assert.Equal("2,593.905 MHz", new Frequency(2_593_905_000).ToString());
            Assert.Equal("-7.71 %", new PartsPerMillion(-77_067.2).ToString());
            Assert.Equal("+10,000.0 ppm", new PartsPerMillion(10_000).ToString());
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }
}
