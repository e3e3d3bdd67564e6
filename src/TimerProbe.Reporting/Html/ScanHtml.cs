namespace TimerProbe.Reporting.Html;

/// <summary>A scan document as one self-contained page: it uses no network, is whole without its script, and prints.</summary>
public static class ScanHtml
{
    public static void Write(ScanDocument document, TextWriter output) => HtmlPage.Write(output, page => Write(page, document));

    private static void Write(HtmlPage page, ScanDocument document)
    {
        var report = new ScanReport(document);
        var anchors = FindingSection.GetAnchors(report.Groups.SelectMany(group => group.Findings));
        var links = new FileLinks(anchors);
        WriteHead(page, report);
        Summary.Write(page, report, links);
        if (FleetReport.Deciding(report) is { Notes.Count: > 0 } deciding)
        {
            ReportHtml.WriteSection(page, deciding, number: 1);
        }

        ClusterSection.Write(page, report, links);
        ClusterSection.WriteMoves(page, report);
        FindingSection.Write(page, report, anchors);
        MachineTable.Write(page, report, links);
        About.Write(page, report);
        ReportHtml.Close(page, script: true);
    }

    private static void WriteHead(HtmlPage page, ScanReport report)
    {
        var document = report.Document;
        var servers = string.Join(", ", document.VCenters.Select(center => center.Server));
        ReportHtml.Open(
            page, $"Slow clocks of virtual machines: {servers}, {Times.Minute(document.StartedAt)} UTC", "report", script: true);
        page.Add($"""
            <header>
            <div class="title"><h1>Slow clocks of virtual machines</h1>
            <p>Scan of 
            """);
        WriteServers(page, report);
        page.Add($"""
             on <time datetime="{DisplayText.Machine(document.StartedAt)}">{Times.Minute(document.StartedAt)} UTC</time></p></div>
            <nav aria-label="Sections"><a href="#summary">Summary</a>
            """);
        WriteLink(page, "clusters", "Clusters", report.Clusters.Count);
        WriteLink(page, "findings", "Findings", report.Document.Findings.Count);
        WriteLink(page, "machines", "Virtual machines", report.Machines.Count);
        page.Add($"""
            <a href="#about">About</a></nav>
            </header>
            <main id="main" tabindex="-1">

            """);
    }

    private static void WriteServers(HtmlPage page, ScanReport report)
    {
        for (var i = 0; i < report.Document.VCenters.Count; i++)
        {
            var center = report.Document.VCenters[i];
            page.Add($"{(i == 0 ? "" : ", ")}<bdi>{center.Server}</bdi>{(center.Status == ReadStatus.Failed ? " (not read)" : "")}");
        }
    }

    private static void WriteLink(HtmlPage page, string id, string title, int count)
    {
        if (count > 0)
        {
            page.Add($"<a href=\"#{id}\">{title} <small>{Counted.Number(count)}</small></a>\n");
        }
    }
}
