namespace TimerProbe.Browser.Tests;

/// <summary>What axe-core finds wrong with the pages: nothing.</summary>
public sealed class AccessibilityTests(Chromium chromium)
{
    private static readonly Dictionary<string, ReportFile> Files = new(ReportFile.Plans, StringComparer.Ordinal)
    {
        ["sample"] = ReportFile.Sample,
        ["lab"] = ReportFile.Lab,
        ["trend"] = ReportFile.Trend,
        ["history"] = ReportFile.History,
        ["check"] = ReportFile.Check,
        ["sql"] = ReportFile.Sql,
    };

    /// <summary>Each page in one size and theme; in the others, and on paper, by tests/run all.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> Pages { get; } = new MatrixTheoryData<string, string>(Files.Keys, ["light", "dark", "phone", "print"])
        .Select(row => row.Data.Item2 == "light" ? row : row.WithTrait("Run", "all"));

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_has_no_violation(string report, string medium)
    {
        Axe.Need();
        await using var open = await chromium.OpenAsync(Files[report], new()
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
