using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The little Markdown that a rule's meaning is written in: paragraphs and code.</summary>
internal static class Prose
{
    public static void Write(HtmlPage page, string markdown)
    {
        foreach (var paragraph in markdown.ReplaceLineEndings("\n")
            .Split("\n\n", StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            page.Add($"<p>");
            Inline(page, paragraph.Replace('\n', ' '));
            page.Add($"</p>\n");
        }
    }

    public static void Inline(HtmlPage page, string text)
    {
        var parts = text.Split('`');
        for (var i = 0; i < parts.Length; i++)
        {
            if (i % 2 == 1 && i < parts.Length - 1)
            {
                page.Add($"<code>{parts[i]}</code>");
            }
            else
            {
                page.Add($"{(i % 2 == 1 ? "`" : "")}{parts[i]}");
            }
        }
    }
}
