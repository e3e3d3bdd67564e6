namespace TimerProbe.Browser.Tests;

/// <summary>Pictures for people to look at, and what a program can tell of the layout.</summary>
public sealed class ScreenshotTests(Chromium chromium)
{
    /// <summary>Each page wide and light, and narrow and dark; the other two by tests/run all.</summary>
    public static IEnumerable<TheoryDataRow<string, int, ColorScheme>> Windows { get; } =
    [
        new("sample", 820, ColorScheme.Light),
        .. new MatrixTheoryData<string, int, ColorScheme>(["sample", "check", "sql", "plan-evacuate", "plan-home", "plan-rules"], [1280, 320], [ColorScheme.Light, ColorScheme.Dark])
            .Select(row => row.Data.Item2 == 1280 == (row.Data.Item3 == ColorScheme.Light) ? row : row.WithTrait("Run", "all")),
    ];

    /// <summary>WCAG 2.2 AA: 4.5 to 1 for text, 3 to 1 for what a picture is made of.</summary>
    [Theory]
    [MemberData(nameof(Windows))]
    public async Task A_page_fits_its_window_and_can_be_read(string report, int width, ColorScheme scheme)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new() { ViewportSize = new() { Width = width, Height = 900 }, ColorScheme = scheme });
        await open.ShootAsync($"{report}-{width}-{scheme}-closed");
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(ContrastScript.MarksBelow, 3));
        await open.UnfoldAsync();
        await open.ShootAsync($"{report}-{width}-{scheme}");
        foreach (var part in report == "sample" ? (string[])["summary", "clusters", "findings", "machines", "about"] : [])
        {
            await open.ShootAsync($"{report}-{width}-{scheme}-{part}", $"#{part}");
        }

        Assert.Equal(0, await open.Page.EvaluateAsync<int>("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(ContrastScript.TextsBelow, 4.5));
    }
}
