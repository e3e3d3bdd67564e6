namespace TimerProbe.Application.Tests;

public sealed class DurationTextTests
{
    [Theory]
    [InlineData("400ms", 400)]
    [InlineData("30s", 30_000)]
    [InlineData("1.5m", 90_000)]
    [InlineData("24h", 86_400_000)]
    public void A_number_with_a_unit_is_a_duration(string text, double milliseconds) => Assert.Equal(milliseconds, DurationText.Parse(text)?.TotalMilliseconds);

    [Theory]
    [InlineData("400")]
    [InlineData("0s")]
    [InlineData("-1s")]
    [InlineData("1,5s")]
    [InlineData("25h")]
    [InlineData("99999999999s")]
    public void Anything_else_is_none(string text) => Assert.Null(DurationText.Parse(text));

    [Fact]
    public void No_text_makes_it_throw() =>
        Prop.ForAll(ArbMap.Default.ArbFor<string>(), text => DurationText.Parse(text ?? "") is not { Ticks: < 0 }).QuickCheckThrowOnFailure();
}
