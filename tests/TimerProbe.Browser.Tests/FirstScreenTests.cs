namespace TimerProbe.Browser.Tests;

/// <summary>The first screen of a report says one thing once: the answer, its numbers, the fleet as a picture, and what to do.</summary>
public sealed class FirstScreenTests(Chromium chromium)
{
    private const string Rows = "[...new Set([...document.querySelectorAll('.tiles li')].map(tile => Math.round(tile.getBoundingClientRect().top)))].length";

    [Theory]
    [InlineData("sample")]
    [InlineData("lab")]
    [InlineData("fleet")]
    [InlineData("estate")]
    public async Task What_is_so_and_what_to_do_are_seen_at_once(string report)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new() { ViewportSize = new() { Width = 1280, Height = 900 } });
        await Pictures.TakeAsync(open.Page, "screenshots", $"{report}-first");
        foreach (var part in (string[])[".lead", ".tiles", ".fleet", ".todo"])
        {
            await Assertions.Expect(open.Page.Locator(part)).ToBeInViewportAsync(new() { Ratio = 1 });
        }

        Assert.InRange(await open.Page.Locator(".todo li").CountAsync(), 1, 3);
        Assert.Equal(1, await open.Page.EvaluateAsync<int>(Rows));
        Assert.InRange((await open.Page.Locator(".lead").TextContentAsync())!.Length, 10, 100);
    }

    [Theory]
    [InlineData(390)]
    [InlineData(800)]
    [InlineData(1920)]
    public async Task Tiles_are_one_row_but_on_a_phone_and_every_picture_is_whole(int width)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Lab, new() { ViewportSize = new() { Width = width, Height = 900 } });
        await Pictures.TakeAsync(open.Page, "screenshots", $"lab-{width}-first");
        Assert.InRange(await open.Page.EvaluateAsync<int>(Rows), 1, width < 800 ? 3 : 1);
        Assert.True(await open.Page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"));
        Assert.True(await open.Page.EvaluateAsync<bool>("[...document.querySelectorAll('.fleet svg, .todo li, .tiles a')].every(part => part.getBoundingClientRect().right <= innerWidth)"));
        await Assertions.Expect(open.Page.Locator(".lead")).ToBeInViewportAsync(new() { Ratio = 1 });
        await Assertions.Expect(open.Page.Locator(".tiles")).ToBeInViewportAsync(new() { Ratio = 1 });
    }
}
