using Microsoft.Playwright;

namespace TimerProbe.Browser.Tests;

/// <summary>WCAG 2.2 AA: 4.5 to 1 for text, 3 to 1 for what a picture is made of.</summary>
public sealed class ContrastTests(Chromium chromium)
{
    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Every_text_can_be_told_from_its_ground(ColorScheme scheme)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { ColorScheme = scheme });
        await open.Page.EvaluateAsync("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(ContrastScript.TextsBelow, 4.5));
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Every_mark_can_be_told_from_its_ground(ColorScheme scheme)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample, new() { ColorScheme = scheme });
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(ContrastScript.MarksBelow, 3));
    }
}
