using Spectre.Console;

namespace TimerProbe.Cli.Output;

internal static class ScanTables
{
    private const int OtherColumns = 39;

    private const int BarLength = 12;

    public static void WriteVCenters(Page page, IReadOnlyList<VCenterFacts> vcenters, bool verbose)
    {
        page.Space();
        var table = new TextTable(indent: 2);
        foreach (var vcenter in vcenters)
        {
            var failed = vcenter.Status == ReadStatus.Failed;
            table.Add(
                GetStyle(vcenter.Status),
                new Cell(vcenter.Server),
                new Cell(vcenter.Status.ToDocumentName()),
                new Cell(Product(vcenter, verbose), Rank: 3),
                new Cell(failed ? "" : Counted.Of(vcenter.Hosts.Count, "host"), Right: true, Rank: 2),
                new Cell(failed ? "" : Counted.Of(vcenter.VirtualMachines.Count, "VM"), Right: true, Rank: 1));
        }

        table.Write(page);
        foreach (var vcenter in vcenters.Where(vcenter => vcenter is { Status: ReadStatus.Failed, Problems.Count: > 0 }))
        {
            page.Paragraph(PlainText.OneLine(vcenter.Problems[0]), indent: 4);
        }

        foreach (var vcenter in vcenters.Where(vcenter => vcenter is { CertificateVerified: false, Status: not ReadStatus.Failed }))
        {
            page.Paragraph(
                $"The certificate of {PlainText.OneLine(vcenter.Server)} was not verified: anyone may have answered in its place.",
                indent: 2,
                Styles.Of(Severity.Warning),
                hanging: page.Style.Warning);
        }
    }

    public static void WriteAway(Page page, IReadOnlyList<MachineRow> away, ShortNames names)
    {
        if (away.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Away from home, or measured slow", style: Styles.Strong);
        var table = new TextTable(indent: 2);
        table.Add(
            Styles.Faint,
            new Cell("virtual machine"),
            new Cell("cluster", Rank: 4),
            new Cell(names.SeveralVCenters ? "vCenter" : "", Rank: 1),
            new Cell($"host {page.Style.Arrow} home"),
            new Cell("difference", Right: true),
            new Cell("away since", Rank: 3),
            new Cell("clock", Rank: 2),
            new Cell(away.Any(row => row.Facts.HomeCertainty == HomeCertainty.Inferred) ? "home is" : "", Rank: 3));
        var shown = away.Take(names.MostRows).Select(row => (row, Way: Way(row.Facts, page.Style, names))).ToList();
        // Equal names are nothing rare over several vCenters: which one it is counts more than the end of a long name.
        var servers = names.SeveralVCenters ? shown.Max(item => LineWidth.Of(names.Server(item.row.Server))) + 2 : 0;
        var room = page.Style.Width - OtherColumns - servers - shown.Max(item => LineWidth.Of(item.Way));
        foreach (var (row, way) in shown)
        {
            var machine = row.Facts;
            table.Add(
                GetStyle(machine),
                new Cell(names.Fit(machine.Name, page.Style, room)),
                new Cell(names.Fit(machine.Cluster ?? "", page.Style), Rank: 4),
                new Cell(names.Server(row.Server), Rank: 1),
                new Cell(way),
                new Cell(machine.DifferencePpm?.ToString() ?? "", Right: true),
                new Cell(row.AwaySince is { } since ? Times.Day(since) : "", Rank: 3),
                new Cell(GetClock(row), Rank: 2),
                new Cell(machine.HomeCertainty == HomeCertainty.Inferred ? "inferred" : "", Rank: 3));
        }

        table.Write(page);
        names.WriteMore(page, away.Count, "html or csv");
    }

    public static void WriteClusters(Page page, IReadOnlyList<ClusterRow> clusters, ShortNames names)
    {
        var mixed = clusters.Where(cluster => cluster.IsMixed).ToList();
        foreach (var (index, cluster) in mixed.Take(names.MostRows).Index())
        {
            page.Space();
            if (index == 0)
            {
                page.Paragraph("Clusters that mix frequencies", style: Styles.Strong);
            }

            WriteCluster(page, cluster, names);
        }

        names.WriteMore(page, mixed.Count, "html");
        WriteEven(page, [.. clusters.Where(cluster => cluster is { Facts: not null, Classes.Count: 1 })], names);
    }

    private static Style? GetStyle(ReadStatus status) => status switch
    {
        ReadStatus.Failed => Styles.Of(Severity.Critical),
        ReadStatus.Partial => Styles.Of(Severity.Warning),
        _ => Styles.None,
    };

    private static string Product(VCenterFacts vcenter, bool verbose) => (verbose ? vcenter.FullName : null) ?? vcenter switch
    {
        { Version: null } => "",
        { IsVirtualCenter: false } => "ESXi " + vcenter.Version,
        _ => "vCenter " + vcenter.Version,
    };

    private static string GetClock(MachineRow row) => row.Facts switch
    {
        { IsTimeExpectedWrong: true, Guest: null } => "wrong time",
        { Guest.State: ClockState.Slow } => row.Measured,
        { Guest.State: ClockState.Healthy } => row.Measured,
        _ => row.Clock,
    };

    private static Style? GetStyle(VirtualMachineFacts machine) => machine switch
    {
        { Guest.State: ClockState.Slow } => Styles.Of(Severity.Critical),
        { IsUnaffected: true } => Styles.None,
        _ => Styles.Of(Severity.Warning),
    };

    private static string Way(VirtualMachineFacts machine, TextStyle style, ShortNames names)
    {
        var host = names.Fit(names.Host(machine.Host), style);
        return machine switch
        {
            { Placement: Placement.Away, HomeHost: { } home } => $"{host} {style.Arrow} {names.Fit(names.Host(home), style)}",
            { Placement: Placement.Away, HomeHz: { } home } => $"{host} {style.Arrow} {home}",
            { Placement: Placement.Home } => $"{host}, home",
            _ => $"{host}, home unknown",
        };
    }

    private static void WriteCluster(Page page, ClusterRow cluster, ShortNames names)
    {
        var drs = cluster.Facts?.Drs switch
        {
            null => "",
            "off" => ", no DRS",
            var automation => $", DRS {PlainText.OneLine(DrsAutomation.Describe(automation))}",
        };
        page.Paragraph(names.Cluster(cluster) + drs, indent: 2);
        var most = Math.Max(1, cluster.Classes.Max(item => item.Hosts.Count));
        var table = new TextTable(indent: 4);
        foreach (var item in cluster.Classes.Take(names.MostRows))
        {
            var counts = item.Counts;
            table.Add(
                counts.Slow + counts.ExpectedSlow > 0 ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(item.Span, Right: true),
                new Cell(string.Concat(Enumerable.Repeat(page.Style.Block, Math.Max(1, item.Hosts.Count * BarLength / most))), Rank: 2),
                new Cell(Counted.Of(item.Hosts.Count, "host"), Right: true),
                new Cell(Counted.Of(counts.Total, "VM"), Right: true, Rank: 1),
                new Cell(counts.Away == 0 ? "" : $"{Counted.Number(counts.Away)} away"));
            table.Below(Hosts(item.Hosts, names));
        }

        table.Write(page);
        names.WriteMore(page, cluster.Classes.Count, "html", indent: 4);
    }

    private static string Hosts(IReadOnlyList<HostRow> hosts, ShortNames names)
    {
        var more = hosts.Count - names.MostRows;
        return string.Join(" ", hosts.Take(names.MostRows).Select(host => names.Host(host.Facts.Name)))
            + (more > 0 ? $" and {Counted.Number(more)} more" : "");
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
            page.Paragraph(
                $"{names.Cluster(cluster)} {cluster.Classes[0].Span}, {Counted.Of(cluster.Classes[0].Hosts.Count, "host")}", indent: 2);
        }

        names.WriteMore(page, clusters.Count, "html");
    }
}
