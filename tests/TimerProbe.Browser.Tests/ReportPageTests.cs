namespace TimerProbe.Browser.Tests;

/// <summary>The pages of a check and of a SQL Server, which have no script.</summary>
public sealed class ReportPageTests(Chromium chromium)
{
    [Theory]
    [InlineData("check")]
    [InlineData("sql")]
    public async Task Cost_and_what_is_healthy_are_in_sight_on_a_phone(string report)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new() { ViewportSize = new() { Width = 400, Height = 900 }, JavaScriptEnabled = false });
        var table = open.Page.Locator("table", new() { HasText = "precise time" }).First;
        await table.ScrollIntoViewIfNeededAsync();
        await Assertions.Expect(table.GetByText("Cost", new() { Exact = true })).ToBeInViewportAsync(new() { Ratio = 1 });
        await Assertions.Expect(table.GetByText("Healthy", new() { Exact = true })).ToBeInViewportAsync(new() { Ratio = 1 });
    }

    [Theory]
    [InlineData("check")]
    [InlineData("sql")]
    public async Task The_first_remedy_is_open_and_paper_shows_the_others(string report)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new() { JavaScriptEnabled = false });
        await Assertions.Expect(open.Page.Locator(".remedies li >> nth=0").Locator("pre").First).ToBeVisibleAsync();
        await open.Page.EmulateMediaAsync(new() { Media = Media.Print });
        foreach (var steps in await open.Page.Locator(".remedies pre").AllAsync())
        {
            Assert.True((await steps.BoundingBoxAsync())!.Height > 0);
        }
    }
}
