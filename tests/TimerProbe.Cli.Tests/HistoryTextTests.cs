namespace TimerProbe.Cli.Tests;

public sealed class HistoryTextTests
{
    private static readonly TextStyle Plain = new(Width: 80, Colour: false, Unicode: true);

    public static TheoryData<HistoryDocument> Documents => [SampleHistory.Machine, SampleHistory.Host, SampleHistory.Cluster, SampleHistory.Empty];

    [Fact]
    public void Where_only_ASCII_may_be_used_there_is_nothing_else()
    {
        var text = Written.Of(HistoryText.Write, SampleHistory.Machine, new TextView(Plain with { Unicode = false }, Detail.Summary));
        Assert.DoesNotContain(text, character => character > '~');
        Assert.Contains("---####", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(200)]
    public void No_line_is_longer_than_the_width(int width) => Assert.All(
        Documents.Select(document => Written.Of(HistoryText.Write, document.Data, new TextView(Plain with { Width = width }, Detail.Summary))),
        text => Assert.All(text.Split('\n'), line => Assert.True(TextStyle.GetWidth(line) <= width, line)));

    [Fact]
    public void A_cluster_is_drawn_with_how_many_are_away()
    {
        var text = Written.Of(HistoryText.Write, SampleHistory.Cluster, new TextView(Plain with { Width = 53 }, Detail.Summary));
        Assert.Contains("\n  away       ────────────────++++1111────────", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_long_story_ends_with_its_newest_rows_and_says_how_many_are_left_out()
    {
        var many = SampleHistory.Machine with
        {
            Measurements = [.. Enumerable.Range(0, 200)
            .Select(hour => SampleHistory.Machine.Measurements[hour % 2] with { At = SampleHistory.From.AddHours(hour) })]
        };
        var text = Written.Of(HistoryText.Write, many, new TextView(Plain, Detail.Summary));
        Assert.Contains("194 earlier rows left out", text, StringComparison.Ordinal);
        Assert.Equal(100, Written.Of(HistoryText.Write, many, new TextView(Plain, Detail.Verbose)).Split("measured healthy").Length - 1);
    }

    [Fact]
    public void A_time_of_which_nothing_is_known_says_so() =>
        Assert.Contains("has no data for this time",
            Written.Of(HistoryText.Write, SampleHistory.Empty, new TextView(Plain, Detail.Summary)), StringComparison.Ordinal);

    [Theory]
    [InlineData("12h", 0.5)]
    [InlineData("7d", 7)]
    [InlineData("4w", 28)]
    public void An_age_is_hours_days_or_weeks(string text, double days) => Assert.Equal(TimeSpan.FromDays(days), DurationText.ParseAge(text));

    [Theory]
    [InlineData("0d")]
    [InlineData("7")]
    [InlineData("-7d")]
    [InlineData("999999w")]
    [InlineData("٧d")]
    public void What_is_no_age_is_refused(string text) => Assert.Null(DurationText.ParseAge(text));
}
