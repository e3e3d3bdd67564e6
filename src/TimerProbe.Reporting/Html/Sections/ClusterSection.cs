using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Html.Model;
using TimerProbe.Reporting.Html.Pictures;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>Each cluster's frequency classes as lanes, with the hosts in them and the virtual machines on the hosts.</summary>
internal static class ClusterSection
{
    public static void Write(HtmlPage page, ScanView view)
    {
        if (view.Clusters.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="clusters" aria-labelledby="clusters-title">
            <h2 id="clusters-title">Clusters and their frequencies</h2>
            <p>Hosts whose frequencies lie within the tolerance of {view.Document.TolerancePpm.Value} ppm form a class. A move within a class is harmless to a clock; a move to another class leaves it away from home.</p>

            """);
        Legend.Write(page);
        for (var i = 0; i < view.Clusters.Count; i++)
        {
            Write(page, view, view.Clusters[i], i + 1);
        }

        page.Add($"</section>\n");
    }

    private static void Write(HtmlPage page, ScanView view, ClusterView cluster, int number)
    {
        page.Add($"<details class=\"cluster\"{new OpenWhen(cluster.IsWorthALook)}><summary><h3><bdi>{cluster.Name}</bdi></h3> <span>");
        WriteFigures(page, view, cluster);
        page.Add($"</span></summary><div id=\"c{number}\">\n");
        FrequencyAxis.Write(page, cluster);
        var scale = HostScale.Of(cluster);
        page.Add($"<ol class=\"lanes\">");
        foreach (var lane in cluster.Lanes)
        {
            WriteLane(page, view, cluster, lane, scale);
        }

        page.Add($"</ol></div></details>\n");
    }

    private static void WriteFigures(HtmlPage page, ScanView view, ClusterView cluster)
    {
        if (view.HasSeveralVCenters)
        {
            page.Add($"<bdi>{cluster.VCenter.Server}</bdi> · ");
        }

        var counts = cluster.Counts;
        page.Add($"{(cluster.Classes == 1 ? "1 frequency class" : $"{Words.Number(cluster.Classes)} frequency classes")} · {Words.Count(cluster.Hosts, "host")} · {Words.Count(counts.Total, "VM")}");
        page.Add($"{(cluster.Facts is { } facts ? " · " + Words.Drs(facts.Drs) : "")}");
        if (counts.Away > 0)
        {
            page.Add($" · <b class=\"w\">{Words.Number(counts.Away)} away</b>");
        }

        if (counts.Slow > 0)
        {
            page.Add($" · <b class=\"c\">{Words.Number(counts.Slow)} measured slow</b>");
        }
    }

    private static void WriteLane(HtmlPage page, ScanView view, ClusterView cluster, Lane lane, HostScale scale)
    {
        if (lane.Class is { } span)
        {
            page.Add($"<li><div class=\"class\"><b>Class {Words.Number(lane.Number)}</b> <span>{Words.Span(span)}</span> <small>{Distance(cluster, lane, span)}</small></div><ul class=\"hosts\">\n");
        }
        else
        {
            page.Add($"<li><div class=\"class\"><b>No class</b> <span>frequency unknown</span></div><ul class=\"hosts\">\n");
        }

        foreach (var host in lane.Hosts)
        {
            HostPicture.Write(page, host, lane, cluster, view.Document.TolerancePpm, scale);
        }

        page.Add($"</ul></li>\n");
    }

    private static string Distance(ClusterView cluster, Lane lane, FrequencyClass span) =>
        lane.Number == 1 || cluster.Lanes[0].Class is not { } lowest ? "" : $"{span.LowHz.DifferenceFrom(lowest.LowHz)} from class 1";
}
