namespace TimerProbe.Reporting.Html;

internal static class ReportFrame
{
    public static void Open(HtmlPage page, string title, string main, bool script)
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

    public static void Close(HtmlPage page, bool script)
    {
        page.Add($"</main>\n");
        if (script)
        {
            page.Add($"<script>{EmbeddedFile.Script}</script>\n");
        }

        page.Add($"</body>\n</html>\n");
    }

    public static void WriteHead(HtmlPage page, Report report)
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

    public static void WriteVerdict(HtmlPage page, Report report)
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
}
