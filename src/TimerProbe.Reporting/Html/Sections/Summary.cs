namespace TimerProbe.Reporting.Html;

internal static class Summary
{
    private const int MaxAffected = 10;
    private const int TrendHeight = 72;
    private const double TrendGap = 0.3;

    public static void Write(HtmlPage page, ScanReport report, FleetLinks links)
    {
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">Summary</h2>

            """);
        WriteAnswer(page, report, links);
        Notices.Write(page, report);
        WriteTrend(page, report);
        WriteAffected(page, report, links);
        page.Add($"</section>\n");
    }

    /// <summary>The first screen: what is so in a sentence, in numbers and as a picture, and what to do.</summary>
    public static void WriteAnswer(HtmlPage page, ScanReport report, FleetLinks links)
    {
        page.Add($"<div class=\"answer {DisplayText.Mark(report.Summary.Severity)}\"><p class=\"lead\"><b>{report.Summary.Headline}</b></p></div>\n");
        if (report.Counts.Total > 0)
        {
            WriteTiles(page, report, links);
            FleetPicture.Write(page, report, links);
        }

        if (report.ToDo.Count > 0)
        {
            page.Add($"<h3>Do this</h3>\n<ol class=\"todo\">");
            foreach (var step in report.ToDo)
            {
                var link = report.Groups.Any(group => group.Rule == step.Rule) ? links.Rule(step.Rule) : links.Machines(step.Standing);
                var end = step.Says.IndexOf(':', StringComparison.Ordinal) is var at and >= 0 ? at : step.Says.Length;
                page.Add($"<li><a {link}>{step.Says[..end]}</a>{step.Says[end..]} <small>{step.Sure}</small></li>\n");
            }

            page.Add($"</ol>\n");
        }
        else if (report.Counts.Total > 0 && report.Document.Findings.Count == 0)
        {
            page.Add($"<p>Nothing was found that needs attention.</p>\n");
        }

        if (report.FixSummary.Running > 0)
        {
            page.Add($"<p class=\"note\">A VM is <b>at home</b> on hosts of the TSC frequency it was powered on with, else <b>away</b>: slow only where its host does not scale the TSC. <a {links.Explanation}>What that means</a></p>\n");
        }
    }

    public static void WriteClusters(HtmlPage page, IEnumerable<ClusterRow> clusters, string label, FleetLinks links)
    {
        page.Add($"""
            <div class="scroll" tabindex="0" role="group" aria-label="{label}"><table>
            <thead><tr><th scope="col">Cluster<th scope="col">vCenter<th scope="col">DRS<th scope="col" class="n">Frequency classes<th scope="col" class="n">Hosts<th scope="col" class="n">VMs<th scope="col" class="n">Away<th scope="col" class="n">Expected slow<th scope="col" class="n">Undecided<th scope="col" class="n">Measured slow<th scope="col" class="n">Unknown</tr></thead>
            <tbody>

            """);
        foreach (var cluster in clusters)
        {
            var counts = cluster.Counts;
            page.Add($"<tr><th scope=\"row\"><a {links.Cluster(cluster)}><bdi>{cluster.Name}</bdi></a><td><bdi>{cluster.VCenter.Server}</bdi><td>{(cluster.Facts is { } facts ? ClusterFacts.DescribeDrs(facts.Drs) : "")}");
            page.Add($"<td class=\"n\">{Counted.Number(cluster.Classes.Count)}<td class=\"n\">{Counted.Number(cluster.Hosts)}<td class=\"n\">{Counted.Number(counts.Total)}");
            page.Add($"<td class=\"n\">{Counted.Number(counts.Away)}<td class=\"n\">{Counted.Number(counts.ExpectedSlow)}<td class=\"n\">{Counted.Number(counts.Open)}<td class=\"n\">{(counts.Measured == 0 ? "none measured" : $"{Counted.Number(counts.Slow)} of {Counted.Number(counts.Measured)} measured")}<td class=\"n\">{Counted.Number(counts.Unknown)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static void WriteTiles(HtmlPage page, ScanReport report, FleetLinks links)
    {
        page.Add($"<ul class=\"tiles\">");
        var tiles = MachineTile.From(report.Counts, report.FixSummary.Measured, report.FixSummary.Slowdown);
        foreach (var tile in tiles.Where(tile => tile.Count > 0 || tile.Standing == Standing.Slow))
        {
            var mark = MachineMark.For(tile.Standing);
            page.Add($"<li class=\"{tile.Kind}\"><a");
            if (tile.Count > 0)
            {
                page.Add($" {links.Machines(tile.Standing)}");
            }

            page.Add($"><b>{Counted.Number(tile.Count)} <svg class=\"marks\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"{mark.Kind}\" d=\"{mark.Shape(0, 0)}\"/></svg></b> <span>{tile.What}</span> <small>{tile.Meaning}</small></a></li>");
        }

        page.Add($"</ul>\n");
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
        var maxAway = Math.Max(1, scans.Max(scan => scan.Away));
        page.Add($"<h3>Away over the last {Counted.Number(scans.Count)} scans <small>most at once: {Counted.Number(scans.Max(scan => scan.Away))}</small></h3>\n");
        page.Add($"<svg class=\"trend\" role=\"img\" width=\"100%\" height=\"{TrendHeight}\"><title>Machines away in each scan</title><desc>{string.Join("; ", scans.Select(Describe))}</desc>");
        var width = 100.0 / scans.Count;
        foreach (var (index, scan) in scans.Index())
        {
            var height = scan.Away == 0 ? 1 : Math.Max(3, (double)TrendHeight * scan.Away / maxAway);
            page.Add($"<rect class=\"{(scan.Away == 0 ? "none" : scan.IsFull ? "away" : "part")}\" x=\"{(width * index) + TrendGap}%\" y=\"{TrendHeight - height}\" width=\"{width - (2 * TrendGap)}%\" height=\"{height}\"><title>{Describe(scan)}</title></rect>");
        }

        page.Add($"</svg>\n<p class=\"note ends\"><span>{Times.Minute(scans[0].At)}: {Counted.Number(scans[0].Away)} away</span> <span>now: {Counted.Number(counts.Away)} away</span></p>\n<p class=\"note\">Changed {NoticeText.Trend(trend)}.</p>\n");
    }

    private static string Describe(EarlierScan scan) =>
        $"{Times.Minute(scan.At)}: {Counted.Number(scan.Away)} away{(scan.IsFull ? "" : ", read in part")}";

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
        if (row.Findings is [var mostSevere, ..])
        {
            page.Add($"<tr><th scope=\"row\"><a {links.Finding(mostSevere)}><bdi>{machine.Name}</bdi></a>");
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
