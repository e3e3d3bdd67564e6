using System.Globalization;
using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>Everything before the first section: policy, style, title and the way to the sections.</summary>
internal static class PageHead
{
    public static void Write(HtmlPage page, ScanView view)
    {
        var document = view.Document;
        var servers = string.Join(", ", document.VCenters.Select(center => center.Server));
        page.Add($"""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {EmbeddedFile.Style.Source}; script-src {EmbeddedFile.Script.Source}; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>Virtual machine clocks: {servers}, {Words.Minute(document.StartedAt)} UTC</title>
            <style>{EmbeddedFile.Style}</style>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the report</a>
            <header>
            <div class="title"><h1>Virtual machine clocks</h1>
            <p>Scan of 
            """);
        WriteServers(page, view);
        var machine = document.StartedAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
        page.Add($"""
             on <time datetime="{machine}">{Words.Minute(document.StartedAt)} UTC</time></p></div>
            <nav aria-label="Sections"><a href="#summary">Summary</a>
            """);
        WriteLink(page, "clusters", "Clusters", view.Clusters.Count);
        WriteLink(page, "findings", "Findings", view.Document.Findings.Count);
        WriteLink(page, "machines", "Virtual machines", view.Machines.Count);
        page.Add($"""
            <a href="#about">About</a></nav>
            </header>
            <main id="main" tabindex="-1">

            """);
    }

    private static void WriteServers(HtmlPage page, ScanView view)
    {
        for (var i = 0; i < view.Document.VCenters.Count; i++)
        {
            page.Add($"{(i == 0 ? "" : ", ")}<bdi>{view.Document.VCenters[i].Server}</bdi>");
        }
    }

    private static void WriteLink(HtmlPage page, string id, string title, int count)
    {
        if (count > 0)
        {
            page.Add($"<a href=\"#{id}\">{title} <small>{Words.Number(count)}</small></a>\n");
        }
    }
}
