using Microsoft.Playwright;

namespace TimerProbe.Browser.Tests;

/// <summary>Pictures for people to look at, and what a program can tell of the layout.</summary>
public sealed class ScreenshotTests(Chromium chromium)
{
    private const string PageOverflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

    [Theory]
    [InlineData("light", 1280, ColorScheme.Light)]
    [InlineData("dark", 1280, ColorScheme.Dark)]
    [InlineData("phone", 375, ColorScheme.Light)]
    [InlineData("phone-dark", 375, ColorScheme.Dark)]
    [InlineData("tablet", 820, ColorScheme.Light)]
    public async Task The_page_fits_its_window(string name, int width, ColorScheme scheme)
    {
        await using var open = await chromium.OpenAsync(
            ReportFile.Sample, new() { ViewportSize = new() { Width = width, Height = 900 }, ColorScheme = scheme });
        await open.ShootAsync(name + "-closed");
        await open.Page.EvaluateAsync("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        await open.ShootAsync(name);
        foreach (var part in (string[])["summary", "clusters", "findings", "machines", "about"])
        {
            await open.ShootAsync($"{name}-{part}", $"#{part}");
        }

        Assert.Equal(0, await open.Page.EvaluateAsync<int>(PageOverflow));
    }

    /// <summary>Each plan wide and light, and narrow and dark; the other two by tests/run all.</summary>
    public static IEnumerable<TheoryDataRow<string, int, ColorScheme>> PlanPages { get; } =
        new MatrixTheoryData<string, int, ColorScheme>(ReportFile.Plans.Keys, [1280, 320], [ColorScheme.Light, ColorScheme.Dark])
            .Select(row => row.Data.Item2 == 1280 == (row.Data.Item3 == ColorScheme.Light) ? row : row.WithTrait("Run", "all"));

    [Theory]
    [MemberData(nameof(PlanPages))]
    public async Task A_plan_fits_its_window_and_can_be_read(string plan, int width, ColorScheme scheme)
    {
        await using var open = await chromium.OpenAsync(
            ReportFile.Plans[plan], new() { ViewportSize = new() { Width = width, Height = 900 }, ColorScheme = scheme });
        await Pictures.TakeAsync(open.Page, "screenshots", $"{plan}-{width}-{scheme}", whole: true);
        Assert.Equal(0, await open.Page.EvaluateAsync<int>(PageOverflow));
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(ContrastScript.TextsBelow, 4.5));
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(ContrastScript.MarksBelow, 3));
    }

    [Fact]
    public async Task A_large_estate_fits_too()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Large, new() { ViewportSize = new() { Width = 1280, Height = 900 } });
        await Pictures.TakeAsync(open.Page, "screenshots", "large-summary");
        await open.ShootAsync("large-cluster", ".cluster >> nth=0");
        await open.ShootAsync("large-table", "#machines");
        Assert.Equal(0, await open.Page.EvaluateAsync<int>(PageOverflow));
    }
}
