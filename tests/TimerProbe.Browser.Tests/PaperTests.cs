using UglyToad.PdfPig;
using UglyToad.PdfPig.Content;

namespace TimerProbe.Browser.Tests;

/// <summary>The report on paper: what a person takes to a meeting, not every command for every machine. Each page of its PDF is read.</summary>
public sealed class PaperTests(Chromium chromium)
{
    /// <summary>What is cut: text that reaches over the edge of what holds it, and text of three lines or more, none with 12 characters.</summary>
    private const string Cut = """
        part => {
            const cut = [];
            for (const element of document.querySelectorAll(part)) {
                if (element.closest('svg, .scroll thead') || !element.checkVisibility() || !element.textContent.trim()) continue;
                if (getComputedStyle(element).position === 'absolute') continue;
                const name = `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`;
                if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).display !== 'inline') cut.push(name);
                if (!element.matches('td, th, dt, dd, li, p') || element.querySelector('ul, ol, dl, table, p, svg')) continue;
                const range = document.createRange();
                range.selectNodeContents(element);
                const lines = new Set([...range.getClientRects()].filter(rect => rect.width > 0).map(rect => Math.round(rect.bottom / 4)));
                if (lines.size >= 3 && element.innerText.trim().length / lines.size < 8
                    && element.getBoundingClientRect().width < 12 * 0.5 * parseFloat(getComputedStyle(element).fontSize)) cut.push(`narrow ${name}`);
            }
            return [...new Set(cut)].slice(0, 20);
        }
        """;

    [Theory]
    [InlineData("fleet", 2, 10)]
    [InlineData("fleet", 2, 10, "Letter")]
    [InlineData("estate", 3, 10)]
    [InlineData("estate", 3, 10, "A4", false)]
    [InlineData("lab", 2, 14)]
    [InlineData("sample", 2, 9)]
    [InlineData("check", 1, 7, "Letter")]
    [InlineData("sql", 1, 5)]
    [InlineData("history", 1, 5)]
    [InlineData("plan-home", 1, 5)]
    [InlineData("plan-evacuate", 2, 6)]
    public async Task Every_page_has_lines_of_words(string report, int least, int most, string format = "A4", bool scripts = true)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new() { JavaScriptEnabled = scripts });
        var name = scripts ? $"{report}-{format}.pdf" : $"{report}-{format}-without-scripts.pdf";
        var pdf = await open.Page.PdfAsync(new() { Path = Artifacts.Path("reports", name), Format = format, PreferCSSPageSize = format == "A4", PrintBackground = true });
        using var document = PdfDocument.Open(pdf);
        foreach (var page in document.GetPages())
        {
            TestContext.Current.TestOutputHelper?.WriteLine($"page {page.Number}: {page.Text.Length} characters: {page.Text[..Math.Min(60, page.Text.Length)]}");
        }

        Assert.InRange(document.NumberOfPages, least, most);
        Assert.Empty(document.GetPages().SelectMany(page => GetTroubles(page).Select(trouble => $"page {page.Number}: {trouble}")));
    }

    /// <summary>A4 and Letter less their margins; machines stand on pages of their own, across.</summary>
    [Theory]
    [InlineData("fleet", 703, "#summary *, #clusters *, #findings *")]
    [InlineData("fleet", 725, "#summary *, #clusters *, #findings *")]
    [InlineData("fleet", 1047, "#machines *, #about *")]
    [InlineData("estate", 703, "#summary *, #clusters *, #findings *")]
    [InlineData("lab", 703, "#summary *, #clusters *, #findings *")]
    [InlineData("lab", 1047, "#machines *, #about *")]
    [InlineData("check", 703, "main *")]
    [InlineData("sql", 725, "main *")]
    [InlineData("plan-evacuate", 703, "main *")]
    public async Task Nothing_is_cut_at_the_width_of_paper(string report, int width, string parts)
    {
        await using var open = await chromium.OpenAsync(ReportFile.Named[report], new() { ViewportSize = new() { Width = width, Height = 900 } });
        await open.Page.EmulateMediaAsync(new() { Media = Media.Print });
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(Cut, parts));
    }

    /// <summary>Each report on screens; tables scroll within themselves.</summary>
    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    [InlineData(1920)]
    public async Task Nothing_is_cut_on_a_screen(int width)
    {
        foreach (var report in ReportFile.Named.Values)
        {
            await using var open = await chromium.OpenAsync(report, new() { ViewportSize = new() { Width = width, Height = 900 } });
            Assert.True(await open.Page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= innerWidth"), report.Path);
            Assert.Empty(await open.Page.EvaluateAsync<string[]>(Cut, "main *:not(.scroll, .scroll *)"));
        }
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

    /// <summary>Letters that stand alone above one another, and text that reaches over the edge of the paper.</summary>
    private static IEnumerable<string> GetTroubles(Page page)
    {
        foreach (var letter in page.Letters.Where(letter => letter.Value.Trim().Length > 0
            && (letter.BoundingBox.Left < 0 || letter.BoundingBox.Right > page.Width + 1 || letter.BoundingBox.Bottom < -1)).Take(3))
        {
            yield return $"{letter.Value} stands over the edge";
        }

        var lines = page.GetWords().GroupBy(word => Math.Round(word.BoundingBox.Bottom)).OrderByDescending(line => line.Key)
            .SelectMany(line => line.Where(word => word.Text.Length == 1 && char.IsAsciiLetter(word.Text[0])
                && !line.Any(other => other != word && Math.Abs(other.BoundingBox.Left - word.BoundingBox.Left) < 40)))
            .GroupBy(word => Math.Round(word.BoundingBox.Left / 4))
            .Where(column => column.Count() > 5);
        foreach (var column in lines)
        {
            yield return $"one letter a line: {string.Concat(column.Select(word => word.Text))}";
        }
    }
}
