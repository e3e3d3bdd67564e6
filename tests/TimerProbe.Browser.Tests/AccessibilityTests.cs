namespace TimerProbe.Browser.Tests;

/// <summary>What axe-core finds wrong with the pages: nothing.</summary>
public sealed class AccessibilityTests(Chromium chromium)
{
    /// <summary>Each page in one size and theme; in the others, and on paper, by tests/run all.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> Pages { get; } = new MatrixTheoryData<string, string>(ReportFile.Named.Keys.Except(["fleet", "estate"]), ["light", "dark", "phone", "print"])
        .Select(row => row.Data.Item2 == "light" ? row : row.WithTrait("Run", "all"));

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_has_no_violation(string report, string medium)
    {
        Axe.Need();
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new()
        {
            BypassCSP = true,
            ColorScheme = medium == "dark" ? ColorScheme.Dark : ColorScheme.Light,
            ViewportSize = new() { Width = medium == "phone" ? 390 : 1440, Height = 900 },
        });
        if (medium == "print")
        {
            await open.Page.EmulateMediaAsync(new() { Media = Media.Print });
        }
        else
        {
            await open.UnfoldAsync();
        }

        await Axe.AssertNoneAsync(open.Page, report);
    }
}
