using System.Text;
using System.Text.RegularExpressions;

namespace TimerProbe.Browser.Tests;

/// <summary>The report on paper: what a person takes to a meeting, not every command for every machine.</summary>
public sealed partial class PaperTests(Chromium chromium)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Twelve_hundred_machines_are_ten_pages_at_most(bool scripts)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Estate, new() { JavaScriptEnabled = scripts });
        var pdf = await open.Page.PdfAsync(new() { Path = Artifacts.Path("reports", "estate.pdf"), PreferCSSPageSize = true, PrintBackground = true });
        var pages = PageObject().Count(Encoding.Latin1.GetString(pdf));
        TestContext.Current.TestOutputHelper?.WriteLine($"{pages} pages");
        Assert.InRange(pages, 3, 10);
    }

    [Fact]
    public async Task A_plan_of_one_host_is_a_few_pages()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Plans["plan-evacuate"]);
        var pdf = await open.Page.PdfAsync(new() { Path = Artifacts.Path("reports", "plan-evacuate.pdf"), PreferCSSPageSize = true, PrintBackground = true });
        Assert.InRange(PageObject().Count(Encoding.Latin1.GetString(pdf)), 2, 6);
        await open.Page.EmulateMediaAsync(new() { Media = Media.Print });
        Assert.True(await open.Page.EvaluateAsync<bool>("[...document.querySelectorAll('.scroll')].every(table => table.scrollWidth <= table.clientWidth)"));
    }

    [Fact]
    public async Task What_a_filter_leaves_is_printed_whole()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Estate);
        await open.Page.EmulateMediaAsync(new() { Media = Media.Print });
        await Assertions.Expect(open.Page.Locator("#rows tbody tr:visible")).ToHaveCountAsync(60);
        await open.Page.EvaluateAsync("location.hash = '#machines?placement=home'");
        await Assertions.Expect(open.Page.Locator("#rows.filtered")).ToHaveCountAsync(1);
        Assert.True(await open.Page.Locator("#rows tbody tr:visible").CountAsync() > 500);
    }

    [Fact]
    public async Task Heads_that_continue_on_the_next_page_are_plain()
    {
        await using var open = await chromium.OpenAsync(ReportFile.Sample);
        await open.Page.EmulateMediaAsync(new() { Media = Media.Print });
        Assert.All(
            await open.Page.EvaluateAsync<string[]>("[...document.querySelectorAll('thead, thead tr, thead th')].map(head => getComputedStyle(head).backgroundColor)"),
            ground => Assert.Equal("rgba(0, 0, 0, 0)", ground));
    }

    [GeneratedRegex(@"/Type\s*/Page\b", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex PageObject();
}
