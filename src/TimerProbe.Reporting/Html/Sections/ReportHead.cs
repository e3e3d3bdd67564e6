using TimerProbe.Core.Advice;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Reports;

namespace TimerProbe.Reporting.Html.Sections;

internal static class ReportHead
{
    public static void Write(HtmlPage page, Report report)
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

    /// <summary>The verdict alone.</summary>
    public static void WriteVerdict(HtmlPage page, Report report)
    {
        var colon = report.Headline.IndexOf(':', StringComparison.Ordinal) + 1;
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">{report.VerdictTitle}</h2>
            <div class="notice {Mark(report.Severity)}"><p class="lead"><b>{report.Headline[..colon]}</b>{report.Headline[colon..]}</p>

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

    private static string Mark(Severity? severity) => severity switch
    {
        null => "ok",
        Severity.Critical => "c",
        Severity.Warning => "w",
        _ => "i",
    };
}
