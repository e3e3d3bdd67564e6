namespace TimerProbe.Core.Tests.Problems;

public sealed class ClockApartTests
{
    [Theory]
    [InlineData(61, "the clock of vc1 is 61 s ahead of this machine's")]
    [InlineData(-150, "the clock of vc1 is 2.5 minutes behind this machine's")]
    [InlineData(9_000, "the clock of vc1 is 2.5 hours ahead of this machine's")]
    [InlineData(-8_640_000, "the clock of vc1 is 100 days behind this machine's")]
    public void By_how_much_is_said_in_a_unit_that_fits(int seconds, string sentence)
    {
        var problem = ClockSkew.Of("vc1", TimeSpan.FromSeconds(seconds))!;
        Assert.Equal(("clockApart", sentence), (problem.Code, problem.Text));
        Assert.Equal(new ProblemSubject(ProblemSubjectKind.Server, "vc1"), problem.Subject);
    }

    [Theory]
    [InlineData(60)]
    [InlineData(-60)]
    public void Within_a_minute_nothing_is_said(int seconds)
    {
        Assert.Null(ClockSkew.Of("vc1", TimeSpan.FromSeconds(seconds)));
        Assert.Null(ClockSkew.OfStore(TimeSpan.FromSeconds(seconds)));
    }

    [Fact]
    public void Of_a_store_it_is_said_what_follows() => Assert.Equal(
        "the clock of the store is 100 days behind this machine's: what is saved is dated by the store's", ClockSkew.OfStore(TimeSpan.FromDays(-100))!.Text);

    [Theory]
    [InlineData(-0.3, "0")]
    [InlineData(-1.6, "-2")]
    [InlineData(1.2, "1")]
    public void It_is_told_in_whole_seconds_without_a_negative_zero(double seconds, string json) =>
        Assert.Equal(json, System.Text.Json.JsonSerializer.Serialize(ClockSkew.WholeSeconds(TimeSpan.FromSeconds(seconds))));
}
