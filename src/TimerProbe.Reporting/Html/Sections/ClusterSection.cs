using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Pictures;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>Each cluster's frequency classes as lanes, with the hosts in them and the virtual machines on the hosts.</summary>
internal static class ClusterSection
{
    public static void Write(HtmlPage page, ScanReport report)
    {
        if (report.Clusters.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="clusters" aria-labelledby="clusters-title">
            <h2 id="clusters-title">Clusters and their frequencies</h2>
            <p>Hosts whose frequencies lie within the tolerance of {report.Document.TolerancePpm.Value} ppm form a class. A move within a class is harmless to a clock; a move to another class leaves it away from home.</p>

            """);
        Legend.Write(page);
        for (var i = 0; i < report.Clusters.Count; i++)
        {
            Write(page, report, report.Clusters[i], i + 1);
        }

        page.Add($"</section>\n");
    }

    /// <summary>What the proposed moves come to for each host.</summary>
    public static void WriteMoves(HtmlPage page, ScanReport report)
    {
        if (report.Moves.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="moves" aria-labelledby="moves-title">
            <h2 id="moves-title">Proposed moves</h2>
            <p>Each machine goes to the host it was powered on at where that can take it, the others where CPU is free, each host's share of them. The machine's finding has the commands.</p>
            <div class="scroll" tabindex="0" role="region" aria-labelledby="moves-title"><table><thead><tr><th scope="col">To host<th scope="col">Cluster<th scope="col">vCenter<th scope="col">Machines</tr></thead><tbody>

            """);
        foreach (var host in report.Moves)
        {
            page.Add($"<tr><th scope=\"row\"><bdi>{host.Host}</bdi></th><td><bdi>{host.Cluster}</bdi></td><td><bdi>{host.Server}</bdi></td><td>{host.Coming}</td></tr>\n");
        }

        page.Add($"</tbody></table></div></section>\n");
    }

    private static void Write(HtmlPage page, ScanReport report, ClusterRow cluster, int number)
    {
        page.Add($"<details class=\"cluster\"{HtmlAttribute.OpenIf(cluster.IsWorthALook)}><summary><h3><bdi>{cluster.Name}</bdi></h3> <span>");
        WriteFigures(page, report, cluster);
        page.Add($"</span></summary><div id=\"c{number}\">\n");
        FrequencyAxis.Write(page, cluster);
        var scale = HostScale.Of(cluster);
        page.Add($"<ol class=\"lanes\">");
        foreach (var lane in cluster.Lanes)
        {
            WriteLane(page, report, cluster, lane, scale);
        }

        page.Add($"</ol></div></details>\n");
    }

    private static void WriteFigures(HtmlPage page, ScanReport report, ClusterRow cluster)
    {
        if (report.HasSeveralVCenters)
        {
            page.Add($"<bdi>{cluster.VCenter.Server}</bdi> · ");
        }

        var counts = cluster.Counts;
        page.Add($"{(cluster.Classes.Count == 1 ? "1 frequency class" : $"{Counted.Number(cluster.Classes.Count)} frequency classes")} · {Counted.Of(cluster.Hosts, "host")} · {Counted.Of(counts.Total, "VM")}");
        page.Add($"{(cluster.Facts is { } facts ? " · " + Words.Drs(facts.Drs) : "")}");
        if (counts.Away > 0)
        {
            page.Add($" · <b class=\"w\">{Counted.Number(counts.Away)} away</b>");
        }

        if (counts.Slow > 0)
        {
            page.Add($" · <b class=\"c\">{Counted.Number(counts.Slow)} measured slow</b>");
        }
    }

    private static void WriteLane(HtmlPage page, ScanReport report, ClusterRow cluster, ClassRow lane, HostScale scale)
    {
        if (lane.Class is { } span)
        {
            page.Add($"<li><div class=\"class\"><b>Class {Counted.Number(lane.Number)}</b> <span>{lane.Span}</span> <small>{Distance(cluster, lane, span)}</small></div><ul class=\"hosts\">\n");
        }
        else
        {
            page.Add($"<li><div class=\"class\"><b>No class</b> <span>frequency unknown</span></div><ul class=\"hosts\">\n");
        }

        foreach (var host in lane.Hosts)
        {
            HostPicture.Write(page, host, lane, cluster, report.Document.TolerancePpm, scale);
        }

        page.Add($"</ul></li>\n");
    }

    private static string Distance(ClusterRow cluster, ClassRow lane, FrequencyClass span) =>
        lane.Number == 1 || cluster.Lanes[0].Class is not { } lowest ? "" : $"{span.LowHz.DifferenceFrom(lowest.LowHz)} from class 1";
}
