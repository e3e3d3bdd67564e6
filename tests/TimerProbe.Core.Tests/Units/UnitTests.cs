namespace TimerProbe.Core.Tests.Units;

public sealed class UnitTests
{
    [Fact]
    public void A_frequency_told_in_kilohertz_loses_nothing() => Assert.Equal(2_593_905_000, Frequency.FromKilohertz(2_593_905).Hertz);

    [Fact]
    public void A_higher_frequency_differs_by_positive_millionths() =>
        Assert.Equal(-77_067.2, new Frequency(2_394_000_000).DifferenceFrom(new Frequency(2_593_905_000)).Value, 1);
}
