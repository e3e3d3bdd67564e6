using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Reports;

namespace TimerProbe.Reporting.Html.Sections;

internal static class AboutReport
{
    public static void Write(HtmlPage page, Report report)
    {
        page.Add($"<section id=\"about\" aria-labelledby=\"about-title\">\n<h2 id=\"about-title\">About this report</h2>\n<h3>How to verify</h3>\n<p>");
        Prose.Inline(page, report.Verify);
        page.Add($"</p>\n");
        WriteFacts(page, report.DetailsTitle, report.Details);
        WriteFacts(page, "Not available", [.. report.Unavailable.Select(missing => (missing.What, missing.Why))]);
        WriteFacts(page, "Document", report.Document);
        page.Add($"</section>\n");
    }

    private static void WriteFacts(HtmlPage page, string title, IReadOnlyList<(string What, string Value)> facts)
    {
        if (facts.Count == 0)
        {
            return;
        }

        page.Add($"<h3>{title}</h3>\n<dl class=\"facts\">");
        foreach (var (what, value) in facts)
        {
            page.Add($"<dt>{what}<dd><bdi>{value}</bdi>");
        }

        page.Add($"</dl>\n");
    }
}
