namespace TimerProbe.Reporting.Html;

/// <summary>A report as one self-contained page that uses no network, has no script, and prints; and what all pages share.</summary>
public static class ReportHtml
{
    public static void Write(Report report, TextWriter output) => HtmlPage.Write(output, page => Write(page, report));

    private static void Write(HtmlPage page, Report report)
    {
        Open(page, $"{report.Title} {report.Subject}, {Times.Minute(report.StartedAt)} UTC", "report", script: false);
        WriteHead(page, report);
        MovedPicture.Write(page, report.Moved);
        foreach (var (number, section) in report.Sections.Index())
        {
            WriteSection(page, section, number + 1);
        }

        FindingSection.Write(page, report.Findings);
        WriteAbout(page, report);
        Close(page, script: false);
    }

    internal static void Open(HtmlPage page, string title, string main, bool script)
    {
        var scripts = script ? $" script-src {EmbeddedFile.Script.Source};" : "";
        page.Add($"""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {EmbeddedFile.Style.Source};{scripts} base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>{title}</title>
            <style>{EmbeddedFile.Style}</style>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the {main}</a>

            """);
    }

    internal static void Close(HtmlPage page, bool script)
    {
        page.Add($"</main>\n");
        if (script)
        {
            page.Add($"<script>{EmbeddedFile.Script}</script>\n");
        }

        page.Add($"</body>\n</html>\n");
    }

    private static void WriteHead(HtmlPage page, Report report)
    {
        page.Add($"""
            <header>
            <div class="title"><h1>{report.Title} <bdi>{report.Subject}</bdi></h1>
            <p>{string.Join(", ", report.About)}, <time datetime="{DisplayText.Machine(report.StartedAt)}">{Times.Minute(report.StartedAt)} UTC</time></p></div>
            </header>
            <main id="main" tabindex="-1">

            """);
        if (report.Anonymized)
        {
            page.Add($"<div class=\"notice i\"><p><b>Anonymized:</b> names, addresses and ids are pseudonyms.</p></div>\n");
        }

        Notices.WriteMuted(page, report.Muted);
        WriteVerdict(page, report);
    }

    internal static void WriteVerdict(HtmlPage page, Report report)
    {
        var colon = report.Headline.IndexOf(':', StringComparison.Ordinal) + 1;
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">{report.VerdictTitle}</h2>
            <div class="notice {DisplayText.Mark(report.Severity)}"><p class="lead"><b>{report.Headline[..colon]}</b>{report.Headline[colon..]}</p>

            """);
        foreach (var reason in report.Reasons)
        {
            page.Add($"<p>{reason}</p>\n");
        }

        page.Add($"<dl class=\"inline\">");
        foreach (var (what, value) in report.Verdict)
        {
            page.Add($"<div><dt>{what}</dt><dd>{value}</dd></div>");
        }

        page.Add($"</dl></div>\n</section>\n");
    }

    internal static void WriteSection(HtmlPage page, ReportSection section, int number)
    {
        page.Add($"<section aria-labelledby=\"figures-{number}\">\n<h2 id=\"figures-{number}\">{section.Title}</h2>\n");
        if (section.Rows.Count > 0)
        {
            WriteTable(page, section);
        }

        foreach (var note in section.Notes)
        {
            page.Add($"<p class=\"note\">");
            Prose.Inline(page, note);
            page.Add($"</p>\n");
        }

        page.Add($"</section>\n");
    }

    internal static void WriteTable(HtmlPage page, ReportSection section)
    {
        page.Add($"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{section.Title}\"><table>\n<thead><tr>");
        foreach (var column in section.Shown.Select(place => section.Columns[place]))
        {
            page.Add($"<th scope=\"col\" class=\"{(column.Holds == ColumnContent.Figures ? "n" : "")}\">{column.Title}");
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        foreach (var row in section.Rows)
        {
            page.Add($"<tr>");
            foreach (var place in section.Shown)
            {
                WriteCell(page, section.Columns[place].Holds, row[place]);
            }

            page.Add($"</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static void WriteCell(HtmlPage page, ColumnContent holds, string text)
    {
        switch (holds)
        {
            case ColumnContent.Names when text.Length > 0:
                page.Add($"<td><code><bdi>{text}</bdi></code>");
                break;
            case ColumnContent.Figures:
                page.Add($"<td class=\"n\">{text}");
                break;
            default:
                page.Add($"<td>");
                Prose.Inline(page, text);
                break;
        }
    }

    private static void WriteAbout(HtmlPage page, Report report)
    {
        page.Add($"<section id=\"about\" aria-labelledby=\"about-title\">\n<h2 id=\"about-title\">About this report</h2>\n<h3>How to verify</h3>\n<p>");
        Prose.Inline(page, report.Verify);
        page.Add($"</p>\n");
        WriteFacts(page, report.DetailsTitle, report.Details);
        WriteFacts(page, "Not available", [.. report.Unavailable.Select(missing => (missing.What, missing.Why))]);
        WriteFacts(page, "Document", report.Document);
        if (report.LookUp.Length > 0)
        {
            page.Add($"<p class=\"note\">");
            Prose.Inline(page, report.LookUp);
            page.Add($"</p>\n");
        }

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
