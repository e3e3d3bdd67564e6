namespace TimerProbe.Reporting.Tests.Html;

public sealed class HistoryHtmlTests
{
    [Fact]
    public void The_picture_shows_where_the_machine_was_how_its_clock_was_and_what_happened()
    {
        var page = ParsedPage.Of(Written.Of(HistoryHtml.Write, SampleHistory.Machine));
        Assert.Equal(["home", "away", "off", "home"], page.QuerySelectorAll("#summary > svg:nth-of-type(1) rect").Select(rect => rect.ClassName));
        Assert.Equal(["healthy", "slow"], page.QuerySelectorAll("#summary > svg:nth-of-type(2) rect").Select(rect => rect.ClassName));
        Assert.Equal(["move", "power", "power", "setting"], page.QuerySelectorAll("#summary > svg:nth-of-type(3) line").Select(line => line.GetAttribute("class")));
        Assert.Equal(11, page.QuerySelectorAll("#story tbody tr").Length);
    }

    [Fact]
    public void The_band_turns_when_the_table_says_it_happened()
    {
        var page = ParsedPage.Of(Written.Of(HistoryHtml.Write, SampleHistory.Machine));
        Assert.Equal(("39%", "21%"), (page.QuerySelector("rect.away")!.GetAttribute("x"), page.QuerySelector("rect.away")!.GetAttribute("width")));
        var rows = page.QuerySelectorAll("#story tbody tr").Select(row => row.TextContent).ToList();
        Assert.Contains(rows, row => row.Contains("at 2026-11-04 21:36", StringComparison.Ordinal) && row.Contains("moved", StringComparison.Ordinal));
        Assert.Contains(rows, row => row.Contains("from 2026-11-04 21:36", StringComparison.Ordinal) && row.Contains("away", StringComparison.Ordinal));
    }

    [Fact]
    public void The_axis_has_dates()
    {
        var page = ParsedPage.Of(Written.Of(HistoryHtml.Write, SampleHistory.Machine));
        Assert.Equal(["Nov 1", "Nov 3", "Nov 5", "Nov 7", "Nov 9", "Nov 11"], page.QuerySelectorAll(".dates text").Select(text => text.TextContent));
    }

    [Fact]
    public void The_heights_of_a_cluster_say_how_many_were_away()
    {
        var page = ParsedPage.Of(Written.Of(HistoryHtml.Write, SampleHistory.Cluster));
        Assert.Equal(["26", "3"], page.QuerySelectorAll("#summary > svg rect.away").Select(rect => rect.GetAttribute("height")));
    }

    [Fact]
    public void A_time_of_which_nothing_is_known_says_so() =>
        Assert.Contains("has no data for this time", ParsedPage.Of(Written.Of(HistoryHtml.Write, SampleHistory.Empty)).GetText("#story"), StringComparison.Ordinal);
}
