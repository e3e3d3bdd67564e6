namespace TimerProbe.Reporting.Html;

internal static class Summary
{
    private const int WorstClusters = 8;
    private const int MaxAffected = 10;
    private const int TrendHeight = 72;
    private const double TrendGap = 0.3;
    private const string WorstTitle = "Clusters to look at first";

    public static void Write(HtmlPage page, ScanReport report, FleetLinks links)
    {
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">Summary</h2>

            """);
        WriteAnswer(page, report, report.AllLines);
        Notices.Write(page, report);
        WriteNumbers(page, report, links);
        WriteTrend(page, report);
        WriteAffected(page, report, links);
        WriteWorst(page, report, links);
        page.Add($"</section>\n");
    }

    public static void WriteAnswer(HtmlPage page, ScanReport report, IReadOnlyList<(string What, string Says)> lines)
    {
        page.Add($"<div class=\"answer {DisplayText.Mark(report.Summary.Severity)}\"><p class=\"lead\"><b>{report.Lead}</b> {report.FixSummary.More}");
        page.Add($"{(report.Counts.Total > 0 && report.Document.Findings.Count == 0 ? " Nothing was found that needs attention." : "")}</p>\n<dl>");
        foreach (var (what, says) in lines)
        {
            page.Add($"<dt>{what}<dd>{says}");
        }

        page.Add($"</dl>\n<p class=\"said\">{report.Summary.Headline}.</p>\n");
        if (report.FixSummary.Running > 0)
        {
            page.Add($"<p class=\"note\">A VM is <b>at home</b> on hosts of the TSC frequency it was powered on with, and <b>away</b> on a host with a different one. A host that scales the TSC in hardware reads it at any rate: away is not slow there. On one that does not, every clock read traps into the hypervisor, and programs that read the clock often, SQL Server among them, run several times slower at 100 % CPU. What is expected of a host is a prediction until timerprobe check measures it inside a VM, or a vmware.log shows it.</p>");
        }

        page.Add($"</div>\n");
    }

    public static void WriteNumbers(HtmlPage page, ScanReport report, FleetLinks links)
    {
        if (report.Counts.Total > 0)
        {
            WriteTiles(page, report, links);
            WritePlacements(page, report.Counts);
        }

        WriteFigures(page, report, links);
    }

    public static void WriteClusters(HtmlPage page, IEnumerable<ClusterRow> clusters, string label, FleetLinks links)
    {
        page.Add($"""
            <div class="scroll" tabindex="0" role="group" aria-label="{label}"><table>
            <thead><tr><th scope="col">Cluster<th scope="col">vCenter<th scope="col">DRS<th scope="col" class="n">Frequency classes<th scope="col" class="n">Hosts<th scope="col" class="n">VMs<th scope="col" class="n">Away<th scope="col" class="n">Expected slow<th scope="col" class="n">To settle<th scope="col" class="n">Measured slow<th scope="col" class="n">Unknown</tr></thead>
            <tbody>

            """);
        foreach (var cluster in clusters)
        {
            var counts = cluster.Counts;
            page.Add($"<tr><th scope=\"row\"><a {links.Cluster(cluster)}><bdi>{cluster.Name}</bdi></a><td><bdi>{cluster.VCenter.Server}</bdi><td>{(cluster.Facts is { } facts ? DrsAutomation.Describe(facts.Drs) : "")}");
            page.Add($"<td class=\"n\">{Counted.Number(cluster.Classes.Count)}<td class=\"n\">{Counted.Number(cluster.Hosts)}<td class=\"n\">{Counted.Number(counts.Total)}");
            page.Add($"<td class=\"n\">{Counted.Number(counts.Away)}<td class=\"n\">{Counted.Number(counts.ExpectedSlow)}<td class=\"n\">{Counted.Number(counts.Open)}<td class=\"n\">{(counts.Measured == 0 ? "none measured" : $"{Counted.Number(counts.Slow)} of {Counted.Number(counts.Measured)} measured")}<td class=\"n\">{Counted.Number(counts.Unknown)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static void WriteTiles(HtmlPage page, ScanReport report, FleetLinks links)
    {
        page.Add($"<ul class=\"tiles\">");
        foreach (var tile in MachineTile.From(report.Counts, report.FixSummary.Measured))
        {
            if (tile.Count > 0)
            {
                page.Add($"<li class=\"{tile.Kind}\"><a {links.Machines(tile.Standing)}><b>{Counted.Number(tile.Count)}</b> <span>{tile.What}</span> <small>{tile.Meaning}</small></a></li>");
            }
            else
            {
                page.Add($"<li class=\"{tile.Kind}\"><div><b>0</b> <span>{tile.What}</span> <small>{tile.Meaning}</small></div></li>");
            }
        }

        page.Add($"</ul>\n");
    }

    private static void WritePlacements(HtmlPage page, MachineCounts counts)
    {
        var parts = new (string Kind, int Count)[]
        {
            ("away", counts.Away - counts.Open - counts.Unaffected),
            ("open", counts.Open),
            ("fast", counts.Unaffected),
            ("unknown", counts.Unknown),
            ("home", counts.Home),
            ("off", counts.Off)
        };
        page.Add($"<svg class=\"share\" role=\"img\" width=\"100%\" height=\"14\"><title>Where the virtual machines are</title><desc>away {Counted.Number(counts.Away)}, of them to settle {Counted.Number(counts.Open)} and not affected {Counted.Number(counts.Unaffected)}; unknown {Counted.Number(counts.Unknown)}, home {Counted.Number(counts.Home)}, off {Counted.Number(counts.Off)}</desc>");
        var x = 0.0;
        foreach (var (kind, count) in parts.Where(part => part.Count > 0))
        {
            var width = 100.0 * count / counts.Total;
            page.Add($"<rect class=\"{kind}\" x=\"{x}%\" width=\"{width}%\" height=\"14\"/>");
            x += width;
        }

        page.Add($"</svg>\n");
    }

    private static void WriteFigures(HtmlPage page, ScanReport report, FleetLinks links)
    {
        var centers = report.Document.VCenters;
        var mixed = report.Clusters.Count(cluster => cluster.IsMixed);
        page.Add($"<ul class=\"figures\">");
        foreach (var (severity, count) in report.Document.Findings.CountBy(finding => finding.Severity).OrderByDescending(item => item.Key))
        {
            var name = severity.ToDocumentName();
            page.Add($"<li><a {links.Findings(severity)} class=\"{name}\"><b>{Counted.Number(count)}</b> {name}{(severity == Severity.Warning && count != 1 ? "s" : "")}</a></li>");
        }

        Figure(page, report.Counts.Total, "virtual machine", "");
        Figure(page, centers.Sum(center => center.Hosts.Count), "host", "");
        Figure(
            page,
            centers.Sum(center => center.Clusters.Count),
            "cluster",
            mixed == 0 ? "" : $", {Counted.Number(mixed)} with several frequencies");
        Figure(page, centers.Sum(center => (long)center.Templates), "template", ", counted only");
        Figure(page, centers.Sum(center => (long)center.Agents), "agent", " of vSphere, counted only");
        page.Add($"</ul>\n");
    }

    private static void Figure(HtmlPage page, long count, string what, string meaning)
    {
        if (count > 0)
        {
            page.Add($"<li><b>{Counted.Number(count)}</b> {Counted.Agree(count, what, what + "s")}{meaning}</li>");
        }
    }

    private static void WriteTrend(HtmlPage page, ScanReport report)
    {
        if (report.Document.Trend is not { Scans.Count: > 0 } trend)
        {
            return;
        }

        var counts = report.Counts;
        List<EarlierScan> scans = [
            .. trend.Scans,
            new(report.Document.StartedAt, IsFull: true, counts.Home, counts.Away, counts.Unknown, counts.Off)
        ];
        var most = Math.Max(1, scans.Max(scan => scan.Away));
        page.Add($"<h3>Away over the last {Counted.Number(scans.Count)} scans <small>most at once: {Counted.Number(scans.Max(scan => scan.Away))}</small></h3>\n");
        page.Add($"<svg class=\"trend\" role=\"img\" width=\"100%\" height=\"{TrendHeight}\"><title>Machines away in each scan</title><desc>{string.Join("; ", scans.Select(Describe))}</desc>");
        var width = 100.0 / scans.Count;
        foreach (var (index, scan) in scans.Index())
        {
            var height = scan.Away == 0 ? 1 : Math.Max(3, (double)TrendHeight * scan.Away / most);
            page.Add($"<rect class=\"{(scan.Away == 0 ? "none" : scan.IsFull ? "away" : "part")}\" x=\"{(width * index) + TrendGap}%\" y=\"{TrendHeight - height}\" width=\"{width - (2 * TrendGap)}%\" height=\"{height}\"><title>{Describe(scan)}</title></rect>");
        }

        page.Add($"</svg>\n<p class=\"note ends\"><span>{Times.Minute(scans[0].At)}: {Counted.Number(scans[0].Away)} away</span> <span>now: {Counted.Number(counts.Away)} away</span></p>\n");
    }

    private static string Describe(EarlierScan scan) =>
        $"{Times.Minute(scan.At)}: {Counted.Number(scan.Away)} away{(scan.IsFull ? "" : ", read in part")}";

    private static void WriteWorst(HtmlPage page, ScanReport report, FleetLinks links)
    {
        var worst = report.Clusters.Where(cluster => cluster.NeedsAttention).ToList();
        if (worst.Count == 0)
        {
            return;
        }

        page.Add($"<h3>{WorstTitle}</h3>\n");
        WriteClusters(page, worst.Take(WorstClusters), WorstTitle, links);
        if (worst.Count > WorstClusters)
        {
            page.Add($"<p class=\"note\">{Counted.Number(worst.Count - WorstClusters)} more are in the section on clusters.</p>\n");
        }
    }

    private static void WriteAffected(HtmlPage page, ScanReport report, FleetLinks links)
    {
        if (report.Affected.Count == 0)
        {
            return;
        }

        page.Add($"""
            <h3>{(report.Affected.Count > MaxAffected ? "The ten that matter most" : "The affected VMs")}</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="The affected VMs that matter most"><table class="affected">
            <thead><tr><th scope="col">VM<th scope="col">Clock<th scope="col">What to do<th scope="col">Cluster<th scope="col">Powered on at<th scope="col">Now on<th scope="col">Away since (UTC)</tr></thead>
            <tbody>

            """);
        foreach (var row in report.Affected.Take(MaxAffected))
        {
            WriteAffected(page, row, links);
        }

        page.Add($"</tbody></table></div>\n");
        if (report.Affected.Count > MaxAffected)
        {
            page.Add($"<p class=\"note\"><a href=\"#machines\">{Counted.Number(report.Affected.Count - MaxAffected)} more are in the table of virtual machines.</a></p>\n");
        }
    }

    private static void WriteAffected(HtmlPage page, MachineRow row, FleetLinks links)
    {
        var machine = row.Facts;
        if (row.Findings is [var gravest, ..])
        {
            page.Add($"<tr><th scope=\"row\"><a {links.Finding(gravest)}><bdi>{machine.Name}</bdi></a>");
        }
        else
        {
            page.Add($"<tr><th scope=\"row\"><bdi>{machine.Name}</bdi>");
        }

        if (machine.SqlServerExpected)
        {
            page.Add($" <small>SQL Server</small>");
        }

        page.Add($"<td>{row.Clock}<td>{Action(machine)}<td><bdi>{machine.Cluster}</bdi><td><bdi>{machine.HomeHost}</bdi>");
        WriteFrequency(page, machine.HomeHz);
        page.Add($"<td><bdi>{machine.Host}</bdi>");
        WriteFrequency(page, machine.HostHz);
        page.Add($"<td>{(row.AwaySince is { } since ? Times.Minute(since) : "")}</tr>\n");
    }

    private static void WriteFrequency(HtmlPage page, Core.Frequency? frequency)
    {
        if (frequency is { } known)
        {
            page.Add($" <small>{DisplayText.Megahertz(known)} MHz</small>");
        }
    }

    private static string Action(VirtualMachineFacts machine) => machine switch
    {
        { IsTimeExpectedWrong: true } => "Find out who requires the raw TSC, then power-cycle",
        { Placement: not Placement.Away } => "Find the cause: it is not known to be away",
        { MoveObstacle: MoveObstacle.HostUnreachable } => "Its host is not connected: it cannot be moved now",
        { MoveObstacle: not null } => "Power cycle: a DRS rule between VMs leaves no host to move to",
        _ => DestinationPlan.GetDestination(machine) is { } host ? $"vMotion to {host}"
            : machine.HostsElsewhere is [var first, ..] ? $"Power cycle, or vMotion to {first} in another cluster" : "Power cycle",
    };
}
