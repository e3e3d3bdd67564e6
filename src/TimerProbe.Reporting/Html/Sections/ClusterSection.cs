namespace TimerProbe.Reporting.Html;

internal static class ClusterSection
{
    private const int MaxOnPaper = 15;

    private const int MaxHostClasses = 50;

    /// <summary>Up to so many machines each has a mark; more are bars.</summary>
    private const int MaxMarks = 400, MaxMarksOnOne = 50;

    public static void Write(HtmlPage page, ScanReport report, FleetLinks links)
    {
        if (report.Clusters.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="clusters" aria-labelledby="clusters-title">
            <h2 id="clusters-title">Clusters and their frequencies</h2>
            <p>Hosts whose frequencies are within {report.Document.TolerancePpm.Value} ppm of one another form a class. A vMotion within a class does no harm; one to another class takes a VM away from home, which is slow only on hosts that do not scale the TSC.</p>

            """);
        var classes = FleetReport.HostClasses(report);
        if (classes.Rows.Count > 0)
        {
            page.Add($"<h3>{classes.Title}</h3>\n");
            ReportHtml.WriteTable(page, classes with { Rows = [.. classes.Rows.Take(MaxHostClasses)] });
        }

        HostPicture.WriteLegend(page);
        page.Add($"<div class=\"clusters\">\n");
        foreach (var cluster in report.Clusters)
        {
            Write(page, report, cluster, links);
        }

        page.Add($"</div>\n</section>\n");
    }

    public static void WriteMoves(HtmlPage page, ScanReport report)
    {
        if (report.Moves.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="moves" aria-labelledby="moves-title">
            <h2 id="moves-title">Proposed moves</h2>
            <p>Each machine goes to the host it was powered on at where that can take it, the others to hosts of that frequency, else to hosts that scale the TSC, which are expected to be harmless, where CPU is free, each host's share of them. The machine's finding has the commands.</p>

            """);
        ReportHtml.WriteTable(page, FleetReport.Moves(report, host: name => name));
        if (report.Moves.Count > MaxOnPaper)
        {
            page.Add($"<p class=\"paper\">On paper the first {MaxOnPaper} of {Counted.Number(report.Moves.Count)} hosts; the page itself has them all.</p>\n");
        }

        page.Add($"</section>\n");
    }

    public static void WriteMatrix(HtmlPage page, ClusterRow cluster, PartsPerMillion tolerance, FleetLinks links)
    {
        var matrix = new ClassMatrix(cluster, tolerance);
        page.Add($"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Home class and present class of {cluster.Name}\"><table class=\"matrix\">\n<thead><tr><th scope=\"col\">Powered on in");
        foreach (var present in matrix.Presents)
        {
            page.Add($"<th scope=\"col\" class=\"n\">now in class {Counted.Number(present.Number)} <small>{present.Span}, {Counted.Of(present.Hosts.Count, Noun.Host)}</small>");
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        foreach (var home in matrix.Homes)
        {
            page.Add($"<tr><th scope=\"row\">{(home is null ? "elsewhere" : $"class {Counted.Number(home.Number)}")} <small>{home?.Span}</small>");
            foreach (var present in matrix.Presents)
            {
                WriteCell(page, links.Machines(cluster, home, present), home != present, matrix[home, present]);
            }

            page.Add($"</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    public static string GetAnchor(ClusterRow cluster) => DisplayText.GetAnchor("cluster", cluster.Facts?.Id ?? "none", cluster.VCenter.Server);

    private static void Write(HtmlPage page, ScanReport report, ClusterRow cluster, FleetLinks links)
    {
        page.Add($"<details class=\"cluster {(cluster.NeedsAttention ? "look" : "")}\" data-cluster=\"{cluster.Facts?.Name}\" data-vcenter=\"{(report.HasSeveralVCenters ? cluster.VCenter.Server : "")}\"{HtmlAttribute.OpenIf(cluster.NeedsAttention)}><summary><h3><bdi>{cluster.Name}</bdi></h3> <span>");
        WriteFigures(page, report, cluster);
        page.Add($"</span></summary><div id=\"{GetAnchor(cluster)}\">\n");
        if (cluster.Classes.Count > 1)
        {
            WriteMatrix(page, cluster, report.Document.TolerancePpm, links);
        }

        var maxOnHost = cluster.Lanes.SelectMany(lane => lane.Hosts).Select(host => host.Machines.Count).DefaultIfEmpty().Max();
        var isDrawn = cluster.Counts.Total <= MaxMarks && maxOnHost <= MaxMarksOnOne;
        page.Add($"<details class=\"each\"{HtmlAttribute.OpenIf(isDrawn)}><summary>Hosts one by one</summary><ol class=\"lanes\">");
        foreach (var lane in cluster.Lanes)
        {
            WriteLane(page, report, cluster, lane, isDrawn ? null : maxOnHost);
        }

        page.Add($"</ol></details></div></details>\n");
    }

    private static void WriteFigures(HtmlPage page, ScanReport report, ClusterRow cluster)
    {
        if (report.HasSeveralVCenters)
        {
            page.Add($"<bdi>{cluster.VCenter.Server}</bdi> · ");
        }

        var counts = cluster.Counts;
        page.Add($"{Counted.Of(cluster.Classes.Count, Noun.FrequencyClass)} · {Counted.Of(cluster.Hosts, Noun.Host)} · {Counted.Of(counts.Total, Noun.Vm)}");
        page.Add($"{(cluster.Facts is { } facts ? " · " + DisplayText.Drs(facts.Drs) : "")}{(cluster.Facts?.EvcMode is { } evc ? $" · EVC {evc}, which does not make frequencies equal" : "")}");
        page.Add($"{(counts.Away == 0 ? "" : $" · {Counted.Number(counts.Away)} away")}<b class=\"w\">{FleetPicture.Suffer(counts)}</b>");
    }

    private static void WriteCell(HtmlPage page, PageLink link, bool isAway, int count)
    {
        if (count == 0)
        {
            page.Add($"<td class=\"n none\">{(isAway ? "0" : "0 at home")}");
        }
        else if (isAway)
        {
            page.Add($"<td class=\"n away\"><a {link}><b>{Counted.Number(count)}</b> away</a>");
        }
        else
        {
            page.Add($"<td class=\"n\"><a {link}>{Counted.Number(count)} at home</a>");
        }
    }

    private static void WriteLane(HtmlPage page, ScanReport report, ClusterRow cluster, ClassRow lane, int? fullBar)
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
            HostPicture.Write(page, host, lane, cluster, report.Document.TolerancePpm, fullBar);
        }

        page.Add($"</ul></li>\n");
    }

    private static string Distance(ClusterRow cluster, ClassRow lane, FrequencyClass span) =>
        lane.Number == 1 || cluster.Lanes[0].Class is not { } lowest ? "" : $"{span.LowHz.DifferenceFrom(lowest.LowHz)} from class 1";
}
