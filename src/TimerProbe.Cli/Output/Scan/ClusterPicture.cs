using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Rules;
using TimerProbe.Core.Names;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>The clusters that mix frequencies, a bar a class, and the names of those that do not.</summary>
internal static class ClusterPicture
{
    private const int BarLength = 12;

    public static void Write(Page page, IReadOnlyList<ClusterRow> clusters, ShortNames names)
    {
        var mixed = clusters.Where(cluster => cluster.IsMixed).ToList();
        foreach (var (index, cluster) in mixed.Take(names.MostRows).Index())
        {
            page.Space();
            if (index == 0)
            {
                page.Paragraph("Clusters that mix frequencies", style: Styles.Strong);
            }

            Draw(page, cluster, names);
        }

        names.WriteMore(page, mixed.Count, "html");
        WriteEven(page, [.. clusters.Where(cluster => cluster is { Facts: not null, Classes.Count: 1 })], names);
    }

    private static void Draw(Page page, ClusterRow cluster, ShortNames names)
    {
        var drs = cluster.Facts?.Drs switch
        {
            null => "",
            "off" => ", no DRS",
            var automation => $", DRS {PlainText.OneLine(DrsAutomation.Describe(automation))}",
        };
        page.Paragraph(names.Cluster(cluster) + drs, indent: 2);
        var most = Math.Max(1, cluster.Classes.Max(each => each.Hosts.Count));
        var table = new TextTable(indent: 4);
        foreach (var each in cluster.Classes.Take(names.MostRows))
        {
            var counts = each.Counts;
            table.Add(
                counts.Away > 0 ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(each.Span, Right: true),
                new Cell(string.Concat(Enumerable.Repeat(page.Style.Block, Math.Max(1, each.Hosts.Count * BarLength / most))), Rank: 2),
                new Cell(Counted.Of(each.Hosts.Count, "host"), Right: true),
                new Cell(Counted.Of(counts.Total, "VM"), Right: true, Rank: 1),
                new Cell(counts.Away == 0 ? "" : $"{Counted.Number(counts.Away)} away"));
            table.Below(Hosts(each.Hosts, names));
        }

        table.Write(page);
        names.WriteMore(page, cluster.Classes.Count, "html", indent: 4);
    }

    private static string Hosts(IReadOnlyList<HostRow> hosts, ShortNames names)
    {
        var more = hosts.Count - names.MostRows;
        return string.Join(" ", hosts.Take(names.MostRows).Select(host => names.Host(host.Facts.Name))) + (more > 0 ? $" and {Counted.Number(more)} more" : "");
    }

    private static void WriteEven(Page page, IReadOnlyList<ClusterRow> clusters, ShortNames names)
    {
        if (clusters.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Clusters of one frequency", style: Styles.Strong);
        foreach (var cluster in clusters.Take(names.MostRows))
        {
            page.Paragraph($"{names.Cluster(cluster)} {cluster.Classes[0].Span}, {Counted.Of(cluster.Classes[0].Hosts.Count, "host")}", indent: 2);
        }

        names.WriteMore(page, clusters.Count, "html");
    }
}
