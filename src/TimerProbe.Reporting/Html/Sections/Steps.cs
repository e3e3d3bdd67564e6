using TimerProbe.Core.Advice;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The steps of a remedy and what to know before.</summary>
internal static class Steps
{
    public static void Write(HtmlPage page, RemedyStep step) => page.Add($"<p>{step.Tool}<pre>{new Code(step.Text)}</pre>\n");

    public static void WriteCaveats(HtmlPage page, IReadOnlyCollection<string> caveats)
    {
        if (caveats.Count == 0)
        {
            return;
        }

        page.Add($"<ul class=\"caveats\">");
        foreach (var caveat in caveats)
        {
            page.Add($"<li>");
            Prose.Inline(page, caveat);
            page.Add($"</li>");
        }

        page.Add($"</ul>\n");
    }
}
