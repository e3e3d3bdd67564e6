namespace TimerProbe.Reporting.Html;

/// <summary>A report as one self-contained page: it asks the network for nothing, has no script, and prints.</summary>
public static class ReportHtml
{
    public static void Write(Report report, TextWriter output) => HtmlPage.Write(output, page => Write(page, report));

    private static void Write(HtmlPage page, Report report)
    {
        ReportFrame.Open(page, $"{report.Title} {report.Subject}, {Times.Minute(report.StartedAt)} UTC", "report", script: false);
        ReportFrame.WriteHead(page, report);
        MovedPicture.Write(page, report.Moved);
        foreach (var (number, section) in report.Sections.Index())
        {
            FigureSection.Write(page, section, number + 1);
        }

        FindingSection.Write(page, report.Findings);
        WriteAbout(page, report);
        ReportFrame.Close(page, script: false);
    }

    private static void WriteAbout(HtmlPage page, Report report)
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
