namespace TimerProbe.Reporting.Html;

/// <summary>The fleet at a glance: clusters, their hosts by frequency, a mark for each machine, or a bar where they are many.</summary>
internal static class FleetPicture
{
    private const int MaxClusters = 8, MaxHosts = 80, MaxMarks = 1_000, MaxMarksOnHost = 60;

    public static void Write(HtmlPage page, ScanReport report, FleetLinks links)
    {
        var drawn = report.Clusters.Take(MaxClusters).ToList();
        if (drawn.Count == 0)
        {
            return;
        }

        var (hosts, machines) = (drawn.Sum(cluster => cluster.Hosts), drawn.Sum(cluster => cluster.Counts.Total));
        var lanes = drawn.SelectMany(cluster => cluster.Lanes).ToList();
        var onHost = lanes.SelectMany(lane => lane.Hosts).Select(host => host.Machines.Count).DefaultIfEmpty().Max();
        var isDrawn = hosts <= MaxHosts && machines <= MaxMarks && onHost <= MaxMarksOnHost;
        var maxMachines = lanes.Select(lane => lane.Hosts.Sum(host => host.Machines.Count)).DefaultIfEmpty().Max();
        page.Add($"<ul class=\"fleet\" aria-label=\"Clusters, their hosts by frequency, and the machines on them\">\n");
        foreach (var cluster in drawn)
        {
            page.Add($"<li><p><a {links.Cluster(cluster)}><bdi>{cluster.Name}</bdi></a> <small>{Counted.Of(cluster.Hosts, Noun.Host)}, {Counted.Of(cluster.Counts.Total, Noun.Vm)}{Suffer(cluster.Counts)}</small></p><ul>");
            foreach (var lane in cluster.Lanes)
            {
                WriteLane(page, lane, isDrawn ? null : Math.Max(1, maxMachines));
            }

            page.Add($"</ul></li>\n");
        }

        page.Add($"</ul>\n");
        if (report.Clusters.Count > MaxClusters)
        {
            page.Add($"<p class=\"note\">{Counted.Of(report.Clusters.Count - MaxClusters, Noun.Cluster.With("more"))}: these are the worst.</p>\n");
        }
    }

    public static string Suffer(MachineCounts counts) => string.Concat(MachineTile.From(counts, 0)
        .Where(tile => tile.Count > 0 && tile.Standing < Standing.Unaffected).Select(tile => $", {Counted.Number(tile.Count)} {tile.What}"));

    private static void WriteLane(HtmlPage page, ClassRow lane, int? fullBar)
    {
        page.Add($"<li><small>{(lane.Class is null ? "frequency unknown" : lane.Span)}</small> <span>");
        if (fullBar is not null)
        {
            HostPicture.WriteMarks(page, $"{Counted.Of(lane.Hosts.Count, Noun.Host)}", [.. lane.Hosts.SelectMany(host => host.Machines)], fullBar);
        }

        foreach (var host in fullBar is null ? lane.Hosts : [])
        {
            HostPicture.WriteMarks(page, host.Facts.Name, host.Machines);
        }

        page.Add($"</span></li>");
    }
}
