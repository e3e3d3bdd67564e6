namespace TimerProbe.Reporting.Tests.Html;

public sealed class PlanHtmlTests
{
    [Fact]
    public void The_page_draws_every_machine_of_the_plan_before_and_after()
    {
        var plan = SamplePlans.Evacuate;
        var page = ParsedPage.Of(Page(plan));
        var rows = page.QuerySelectorAll("#picture tbody tr").ToList();
        Assert.Equal("esx01.lab.example", rows[0].Children[0].TextContent);
        Assert.Equal(plan.Evacuation!.Machines.Count, Drawn(rows.Select(row => row.Children[1].TextContent)));
        Assert.Equal(plan.Evacuation.Machines.Count, Drawn(rows.Select(row => row.Children[2].TextContent)));
        Assert.Equal("none", rows[0].Children[2].TextContent.Trim());
        Assert.Contains("NOT ALL:", page.GetText("#summary"), StringComparison.Ordinal);
        Assert.False(page.Has("script"));
    }

    [Fact]
    public void A_way_home_has_no_slow_machine_afterwards_but_those_that_stay()
    {
        var plan = SamplePlans.Home;
        var after = ParsedPage.Of(Page(plan)).QuerySelectorAll("#picture tbody tr").Select(row => row.Children[2].TextContent).ToList();
        Assert.Equal(plan.Home!.Remaining.Count, Drawn(after, "slow"));
        Assert.Equal(plan.Home.BroughtHome, Drawn(after, "fast"));
    }

    [Fact]
    public void What_draws_no_machines_has_no_picture() => Assert.False(ParsedPage.Of(Page(SamplePlans.Rules)).Has("#picture"));

    [Fact]
    public void Many_machines_are_bars()
    {
        var plan = SamplePlans.Home;
        var many = plan with { Moves = [.. from number in Enumerable.Range(0, 1_200) select plan.Moves[0] with { MachineId = $"vm-{number}" }] };
        var picture = ParsedPage.Of(Page(many)).QuerySelector("#picture tbody")!;
        Assert.NotNull(picture.QuerySelector("rect"));
        Assert.Null(picture.QuerySelector("path"));
    }

    private static string Page(PlanDocument plan) => Written.By(output => ReportHtml.Write(PlanReport.Create(plan), output));

    /// <summary>How many machines the cells say they draw, of one kind or of all.</summary>
    private static int Drawn(IEnumerable<string> cells, string? kind = null) => cells
        .Select(cell => cell[(cell.LastIndexOf(": ", StringComparison.Ordinal) + 1)..])
        .SelectMany(text => System.Text.RegularExpressions.Regex.Matches(text, $"([0-9]+) ({kind ?? "slow|unknown|fast"})",
            System.Text.RegularExpressions.RegexOptions.None, TimeSpan.FromSeconds(1)).DistinctBy(match => match.Groups[2].Value))
        .Sum(match => int.Parse(match.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture));
}
