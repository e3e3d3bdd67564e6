using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Pictures;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The figures first, then the clusters to look at, then how each vCenter was read.</summary>
internal static class Summary
{
    private const int WorstClusters = 8;

    public static void Write(HtmlPage page, ScanReport report)
    {
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">Summary</h2>
            <p class="lead">
            """);
        WriteHeadline(page, report);
        page.Add($"</p>\n");
        if (report.Counts.Total > 0)
        {
            WriteTiles(page, report);
            PlacementBar.Write(page, report.Counts);
        }

        WriteFigures(page, report);
        WriteWorst(page, report);
        WriteVCenters(page, report);
        page.Add($"</section>\n");
    }

    private static void WriteHeadline(HtmlPage page, ScanReport report)
    {
        var headline = report.Summary.Headline;
        var colon = headline.IndexOf(':', StringComparison.Ordinal) + 1;
        page.Add($"<b>{headline[..colon]}</b>{headline[colon..]}.");
        page.Add($"{(report.Counts.Total > 0 && report.Document.Findings.Count == 0 ? " Nothing was found that needs a hand." : "")}");
    }

    private static void WriteTiles(HtmlPage page, ScanReport report)
    {
        var counts = report.Counts;
        page.Add($"<ul class=\"tiles\">");
        Tile(page, "away", counts.Away, "away", "on a host with a different frequency");
        if (report.Document.GuestResults is not null || counts.Slow > 0)
        {
            Tile(page, "slow", counts.Slow, "measured slow", "by the check in the guest");
        }

        Tile(page, "unknown", counts.Unknown, "unknown", "where they are at home");
        Tile(page, "home", counts.Home, "at home", "same frequency as at power-on");
        Tile(page, "off", counts.Off, "off", "powered off or suspended");
        page.Add($"</ul>\n");
    }

    private static void WriteFigures(HtmlPage page, ScanReport report)
    {
        var centers = report.Document.VCenters;
        var mixed = report.Clusters.Count(cluster => cluster.IsMixed);
        page.Add($"<ul class=\"figures\">");
        Figure(page, report.Counts.Total, "virtual machine", "");
        Figure(page, centers.Sum(center => center.Hosts.Count), "host", "");
        Figure(page, centers.Sum(center => center.Clusters.Count), "cluster", mixed == 0 ? "" : $", {Counted.Number(mixed)} of several frequencies");
        Figure(page, centers.Sum(center => center.Templates), "template", ", counted only");
        page.Add($"</ul>\n");
    }

    private static void Tile(HtmlPage page, string kind, int count, string what, string meaning)
    {
        if (count > 0)
        {
            page.Add($"<li class=\"{kind}\"><a href=\"#machines\" data-show=\"{kind}\"><b>{Counted.Number(count)}</b> <span>{what}</span> <small>{meaning}</small></a></li>");
        }
        else
        {
            page.Add($"<li class=\"{kind}\"><div><b>0</b> <span>{what}</span> <small>{meaning}</small></div></li>");
        }
    }

    private static void Figure(HtmlPage page, int count, string what, string meaning)
    {
        if (count > 0)
        {
            page.Add($"<li><b>{Counted.Number(count)}</b> {what}{(count == 1 ? "" : "s")}{meaning}</li>");
        }
    }

    private static void WriteWorst(HtmlPage page, ScanReport report)
    {
        var worst = report.Clusters.Select((cluster, at) => (cluster, Number: at + 1)).Where(pair => pair.cluster.IsWorthALook).ToList();
        if (worst.Count == 0)
        {
            return;
        }

        page.Add($"""
            <h3>Clusters to look at first</h3>
            <div class="scroll" tabindex="0" role="region" aria-label="Clusters to look at first"><table>
            <thead><tr><th>Cluster<th>vCenter<th>DRS<th class="n">Frequency classes<th class="n">Hosts<th class="n">VMs<th class="n">Away<th class="n">Slow<th class="n">Unknown</tr></thead>
            <tbody>

            """);
        foreach (var (cluster, number) in worst.Take(WorstClusters))
        {
            page.Add($"<tr><th><a href=\"#c{number}\"><bdi>{cluster.Name}</bdi></a><td><bdi>{cluster.VCenter.Server}</bdi><td>{Automation(cluster)}");
            page.Add($"<td class=\"n\">{Counted.Number(cluster.Classes.Count)}<td class=\"n\">{Counted.Number(cluster.Hosts)}<td class=\"n\">{Counted.Number(cluster.Counts.Total)}");
            page.Add($"<td class=\"n\">{Counted.Number(cluster.Counts.Away)}<td class=\"n\">{Counted.Number(cluster.Counts.Slow)}<td class=\"n\">{Counted.Number(cluster.Counts.Unknown)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
        if (worst.Count > WorstClusters)
        {
            page.Add($"<p class=\"note\">{Counted.Number(worst.Count - WorstClusters)} more stand in the section on clusters.</p>\n");
        }
    }

    private static string Automation(ClusterRow cluster) => cluster.Facts is null ? "" : Words.Drs(cluster.Facts.Drs)["DRS ".Length..];

    private static void WriteVCenters(HtmlPage page, ScanReport report)
    {
        page.Add($"""
            <h3>What was read</h3>
            <div class="scroll" tabindex="0" role="region" aria-label="What was read"><table>
            <thead><tr><th>vCenter<th>Read<th>Product<th>Certificate<th class="n">Hosts<th class="n">Clusters<th class="n">VMs<th class="n">Templates</tr></thead>
            <tbody>

            """);
        foreach (var center in report.Document.VCenters)
        {
            page.Add($"<tr><th><bdi>{center.Server}</bdi><td class=\"{Mark(center.Status)}\">{center.Status.ToDocumentName()}<td>{center.FullName ?? center.Version ?? "unknown"}");
            page.Add($"<td>{Certificate(center)}<td class=\"n\">{Counted.Number(center.Hosts.Count)}<td class=\"n\">{Counted.Number(center.Clusters.Count)}");
            page.Add($"<td class=\"n\">{Counted.Number(center.VirtualMachines.Count)}<td class=\"n\">{Counted.Number(center.Templates)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static string Certificate(VCenterFacts center) => center.CertificateVerified != false ? center.Status == ReadStatus.Failed ? "" : "verified" : "not verified";

    private static string Mark(ReadStatus status) => status switch
    {
        ReadStatus.Failed => "c",
        ReadStatus.Partial => "w",
        _ => "ok",
    };
}
