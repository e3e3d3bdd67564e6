using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Html.Model;
using TimerProbe.Reporting.Html.Pictures;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The figures first, then the clusters to look at, then how each vCenter was read.</summary>
internal static class Summary
{
    private const int WorstClusters = 8;

    public static void Write(HtmlPage page, ScanView view)
    {
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">Summary</h2>
            <p class="lead">
            """);
        WriteHeadline(page, view);
        page.Add($"</p>\n");
        if (view.Counts.Total > 0)
        {
            WriteTiles(page, view);
            PlacementBar.Write(page, view.Counts);
        }

        WriteFigures(page, view);

        WriteWorst(page, view);
        WriteVCenters(page, view);
        page.Add($"</section>\n");
    }

    private static void WriteHeadline(HtmlPage page, ScanView view)
    {
        var headline = ScanSummary.Of(view.Document).Headline;
        var colon = headline.IndexOf(':', StringComparison.Ordinal) + 1;
        page.Add($"<b>{headline[..colon]}</b>{headline[colon..]}.");
        page.Add($"{(view.Counts.Total > 0 && view.Document.Findings.Count == 0 ? " Nothing was found that needs a hand." : "")}");
    }

    private static void WriteTiles(HtmlPage page, ScanView view)
    {
        var counts = view.Counts;
        page.Add($"<ul class=\"tiles\">");
        Tile(page, "away", counts.Away, "away", "on a host of another frequency");
        if (view.Document.GuestResults is not null || counts.Slow > 0)
        {
            Tile(page, "slow", counts.Slow, "measured slow", "by the check in the guest");
        }

        Tile(page, "unknown", counts.Unknown, "unknown", "where they are at home");
        Tile(page, "home", counts.Home, "at home", "same frequency as at power-on");
        Tile(page, "off", counts.Off, "off", "powered off or suspended");
        page.Add($"</ul>\n");
    }

    private static void WriteFigures(HtmlPage page, ScanView view)
    {
        var centers = view.Document.VCenters;
        var mixed = view.Clusters.Count(cluster => cluster.Facts is not null && cluster.Classes > 1);
        page.Add($"<ul class=\"figures\">");
        Figure(page, view.Counts.Total, "virtual machine", "");
        Figure(page, centers.Sum(center => center.Hosts.Count), "host", "");
        Figure(page, centers.Sum(center => center.Clusters.Count), "cluster", mixed == 0 ? "" : $", {Words.Number(mixed)} of several frequencies");
        Figure(page, centers.Sum(center => center.Templates), "template", ", counted only");
        page.Add($"</ul>\n");
    }

    private static void Tile(HtmlPage page, string kind, int count, string what, string meaning)
    {
        if (count > 0)
        {
            page.Add($"<li class=\"{kind}\"><a href=\"#machines\" data-show=\"{kind}\"><b>{Words.Number(count)}</b> <span>{what}</span> <small>{meaning}</small></a></li>");
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
            page.Add($"<li><b>{Words.Number(count)}</b> {what}{(count == 1 ? "" : "s")}{meaning}</li>");
        }
    }

    private static void WriteWorst(HtmlPage page, ScanView view)
    {
        var worst = view.Clusters.Select((cluster, at) => (cluster, Number: at + 1)).Where(pair => pair.cluster.IsWorthALook).ToList();
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
            page.Add($"<td class=\"n\">{Words.Number(cluster.Classes)}<td class=\"n\">{Words.Number(cluster.Hosts)}<td class=\"n\">{Words.Number(cluster.Counts.Total)}");
            page.Add($"<td class=\"n\">{Words.Number(cluster.Counts.Away)}<td class=\"n\">{Words.Number(cluster.Counts.Slow)}<td class=\"n\">{Words.Number(cluster.Counts.Unknown)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
        if (worst.Count > WorstClusters)
        {
            page.Add($"<p class=\"note\">{Words.Number(worst.Count - WorstClusters)} more stand in the section on clusters.</p>\n");
        }
    }

    private static string Automation(ClusterView cluster) => cluster.Facts is null ? "" : Words.Drs(cluster.Facts.Drs)["DRS ".Length..];

    private static void WriteVCenters(HtmlPage page, ScanView view)
    {
        page.Add($"""
            <h3>What was read</h3>
            <div class="scroll" tabindex="0" role="region" aria-label="What was read"><table>
            <thead><tr><th>vCenter<th>Read<th>Product<th>Certificate<th class="n">Hosts<th class="n">Clusters<th class="n">VMs<th class="n">Templates</tr></thead>
            <tbody>

            """);
        foreach (var center in view.Document.VCenters)
        {
            page.Add($"<tr><th><bdi>{center.Server}</bdi><td class=\"{Mark(center.Status)}\">{center.Status.ToDocumentName()}<td>{center.FullName ?? center.Version ?? "unknown"}");
            page.Add($"<td>{Certificate(center)}<td class=\"n\">{Words.Number(center.Hosts.Count)}<td class=\"n\">{Words.Number(center.Clusters.Count)}");
            page.Add($"<td class=\"n\">{Words.Number(center.VirtualMachines.Count)}<td class=\"n\">{Words.Number(center.Templates)}</tr>\n");
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
