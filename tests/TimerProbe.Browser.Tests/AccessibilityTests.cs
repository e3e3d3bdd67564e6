using Microsoft.Playwright;

namespace TimerProbe.Browser.Tests;

/// <summary>What axe-core finds wrong with the pages: nothing.</summary>
public sealed class AccessibilityTests(Chromium chromium)
{
    private const string Violations = """
        async () => {
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return violations.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`)).slice(0, 20);
        }
        """;

    private static readonly string Script = Repository.Path("tests", "TimerProbe.Browser.Tests", "node_modules", "axe-core", "axe.min.js");

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
        Requirement.Met(File.Exists(Script), "axe-core is not installed: run tests/run, which takes npm");
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
            await open.Page.EvaluateAsync("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        }

        await open.Page.AddScriptTagAsync(new() { Path = Script });
        Assert.Equal("", string.Join("\n", await open.Page.EvaluateAsync<string[]>(Violations)));
    }
}
