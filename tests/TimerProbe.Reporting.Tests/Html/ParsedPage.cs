using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;

namespace TimerProbe.Reporting.Tests.Html;

/// <summary>A page read by an HTML parser that stops at the first error of syntax.</summary>
internal static class ParsedPage
{
    public static IHtmlDocument Of(string html) => new HtmlParser(new HtmlParserOptions { IsStrictMode = true }).ParseDocument(html);

    /// <summary>The cells of the table of virtual machines under a head.</summary>
    public static IReadOnlyList<string> Column(this IHtmlDocument page, string key)
    {
        var at = page.QuerySelectorAll("#rows thead th").ToList().FindIndex(head => head.GetAttribute("data-key") == key);
        Assert.True(at >= 0, $"There is no column {key}.");
        return [.. page.QuerySelectorAll("#rows tbody tr").Select(row => row.Children[at].TextContent.TrimEnd('\n'))];
    }

    public static bool Has(this IHtmlDocument page, string selector) => page.QuerySelector(selector) is not null;

    public static string GetText(this IHtmlDocument page, string selector) =>
        page.QuerySelector(selector)?.TextContent ?? throw new InvalidOperationException($"There is no {selector}.");
}
