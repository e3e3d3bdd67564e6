using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Placement;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Pictures;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

internal static class Summary
{
    private const int WorstClusters = 8;
    private const int MostToSettle = 3;

    public static void Write(HtmlPage page, ScanReport report, FindingAnchors anchors)
    {
        page.Add($"""
            <section id="summary" aria-labelledby="summary-title">
            <h2 id="summary-title">Summary</h2>

            """);
        WriteAnswer(page, report);
        Notices.Write(page, report);
        if (report.Counts.Total > 0)
        {
            WriteTiles(page, report);
            PlacementBar.Write(page, report.Counts);
        }

        WriteFigures(page, report);
        TrendPicture.Write(page, report);
        AffectedTable.Write(page, report, anchors);
        WriteWorst(page, report);
        page.Add($"</section>\n");
    }

    private static void WriteAnswer(HtmlPage page, ScanReport report)
    {
        var takes = report.FixSummary;
        var summary = report.Summary;
        page.Add($"<div class=\"answer {Mark(summary.Severity)}\"><p class=\"lead\"><b>");
        page.Add($"{(takes.Running == 0 ? summary.Sentence : takes.Who)}.</b> {takes.More}");
        page.Add($"{(report.Counts.Total > 0 && report.Document.Findings.Count == 0 ? " Nothing was found that needs attention." : "")}</p>\n<dl>");
        Line(page, "Fix", takes.Fix);
        Line(page, "Prevent", takes.Prevent);
        Line(page,
            "Not known",
            report.Counts.Unknown == 0
                ? ""
                : $"where {Counted.Of(report.Counts.Unknown, "VM")} {(report.Counts.Unknown == 1 ? "was" : "were")} powered on: these may be affected too");
        WriteUnknown(page, report);
        foreach (var each in takes.ToSettle.Take(MostToSettle))
        {
            page.Add($"<dt>To settle<dd>{Counted.Of(each.Class.Open, "VM")} on {ScalingText.Name(each.Class)}: {ScalingText.Names(each.Class.SettleBy)}");
        }

        if (report.Document.Trend is { } trend)
        {
            Line(page, "Changed", TrendText.Format(trend));
        }

        page.Add($"</dl>\n<p class=\"said\">{summary.Headline}.</p>\n");
        if (takes.Running > 0)
        {
            page.Add($"<p class=\"note\">A VM is <b>at home</b> on hosts of the TSC frequency it was powered on with, and <b>away</b> on a host with a different one. A host that scales the TSC in hardware reads it at any rate: away is not slow there. On one that does not, every clock read traps into the hypervisor, and programs that read the clock often, SQL Server among them, run several times slower at 100 % CPU. What is expected of a host is a prediction until timerprobe check measures it inside a VM, or a vmware.log tells it.</p>");
        }

        page.Add($"</div>\n");
    }

    private static void WriteUnknown(HtmlPage page, ScanReport report)
    {
        if (report.Unknown is not { } unknown)
        {
            return;
        }

        var others = unknown.WithOtherReasons == 0 ? [] : new[] { $"{Counted.Number(unknown.WithOtherReasons)}: other reasons" };
        Line(page,
            "Because",
            string.Join(". ", unknown.Reasons.Select(each => $"{Counted.Number(each.Count)}: {each.Reason}").Concat(others)) + ".");
        Line(
            page, "To settle it", string.Join(". ", unknown.Remedies.Select(each => $"{Counted.Number(each.Count)}: {each.Action}")) + ".");
    }

    private static void Line(HtmlPage page, string what, string says)
    {
        if (says.Length > 0)
        {
            page.Add($"<dt>{what}<dd>{says}");
        }
    }

    private static void WriteTiles(HtmlPage page, ScanReport report)
    {
        page.Add($"<ul class=\"tiles\">");
        foreach (var tile in MachineTile.From(report.Counts, report.FixSummary.Measured))
        {
            WriteTile(page, tile);
        }

        page.Add($"</ul>\n");
    }

    private static void WriteTile(HtmlPage page, MachineTile tile)
    {
        if (tile.Count > 0)
        {
            page.Add($"<li class=\"{tile.Kind}\"><a href=\"#machines\" data-show=\"{FilterOf(tile.Kind)}\"><b>{Counted.Number(tile.Count)}</b> <span>{tile.What}</span> <small>{tile.Meaning}</small></a></li>");
        }
        else
        {
            page.Add($"<li class=\"{tile.Kind}\"><div><b>0</b> <span>{tile.What}</span> <small>{tile.Meaning}</small></div></li>");
        }
    }

    private static string FilterOf(string kind) => kind switch
    {
        "slow" => "guest=slow",
        "away" => "placement=away, expected slow",
        "open" => "placement=away, to settle",
        "fast" => "placement=away, not affected",
        _ => $"placement={kind}",
    };

    private static void WriteFigures(HtmlPage page, ScanReport report)
    {
        var centers = report.Document.VCenters;
        var mixed = report.Clusters.Count(cluster => cluster.IsMixed);
        page.Add($"<ul class=\"figures\">");
        foreach (var severity in report.Groups.GroupBy(group => group.Severity))
        {
            var count = report.Document.Findings.Count(finding => finding.Severity == severity.Key);
            page.Add($"<li><a href=\"#{severity.First().Rule}\" class=\"{severity.Key.ToDocumentName()}\"><b>{Counted.Number(count)}</b> {severity.Key.ToDocumentName()}{(severity.Key == Severity.Warning && count != 1 ? "s" : "")}</a></li>");
        }

        Figure(page, report.Counts.Total, "virtual machine", "");
        Figure(page, centers.Sum(center => center.Hosts.Count), "host", "");
        Figure(
            page,
            centers.Sum(center => center.Clusters.Count),
            "cluster",
            mixed == 0 ? "" : $", {Counted.Number(mixed)} with several frequencies");
        Figure(page, centers.Sum(center => center.Templates), "template", ", counted only");
        Figure(page, centers.Sum(center => center.Agents), "agent", " of vSphere, counted only");
        page.Add($"</ul>\n");
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
        var worst = report.Clusters.Where(cluster => cluster.NeedsAttention).ToList();
        if (worst.Count == 0)
        {
            return;
        }

        page.Add($"""
            <h3>Clusters to look at first</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="Clusters to look at first"><table>
            <thead><tr><th scope="col">Cluster<th scope="col">vCenter<th scope="col">DRS<th scope="col" class="n">Frequency classes<th scope="col" class="n">Hosts<th scope="col" class="n">VMs<th scope="col" class="n">Away<th scope="col" class="n">Expected slow<th scope="col" class="n">To settle<th scope="col" class="n">Measured slow<th scope="col" class="n">Unknown</tr></thead>
            <tbody>

            """);
        foreach (var cluster in worst.Take(WorstClusters))
        {
            var counts = cluster.Counts;
            page.Add($"<tr><th scope=\"row\"><a href=\"#{ClusterSection.AnchorOf(cluster)}\"><bdi>{cluster.Name}</bdi></a><td><bdi>{cluster.VCenter.Server}</bdi><td>{Automation(cluster)}");
            page.Add($"<td class=\"n\">{Counted.Number(cluster.Classes.Count)}<td class=\"n\">{Counted.Number(cluster.Hosts)}<td class=\"n\">{Counted.Number(counts.Total)}");
            page.Add($"<td class=\"n\">{Counted.Number(counts.Away)}<td class=\"n\">{Counted.Number(counts.ExpectedSlow)}<td class=\"n\">{Counted.Number(counts.Open)}<td class=\"n\">{(counts.Measured == 0 ? "none measured" : $"{Counted.Number(counts.Slow)} of {Counted.Number(counts.Measured)} measured")}<td class=\"n\">{Counted.Number(counts.Unknown)}</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
        if (worst.Count > WorstClusters)
        {
            page.Add($"<p class=\"note\">{Counted.Number(worst.Count - WorstClusters)} more are in the section on clusters.</p>\n");
        }
    }

    private static string Automation(ClusterRow cluster) =>
        cluster.Facts is null ? "" : DisplayText.Drs(cluster.Facts.Drs)["DRS ".Length..];

    private static string Mark(Severity? severity) => severity switch
    {
        null => "ok",
        Severity.Critical => "c",
        Severity.Warning => "w",
        _ => "i",
    };
}

internal static class AffectedTable
{
    private const int Most = 10;

    public static void Write(HtmlPage page, ScanReport report, FindingAnchors anchors)
    {
        if (report.Affected.Count == 0)
        {
            return;
        }

        page.Add($"""
            <h3>{(report.Affected.Count > Most ? "The ten that matter most" : "The affected VMs")}</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="The affected VMs that matter most"><table class="affected">
            <thead><tr><th scope="col">VM<th scope="col">Clock<th scope="col">What to do<th scope="col">Cluster<th scope="col">Powered on at<th scope="col">Now on<th scope="col">Away since (UTC)</tr></thead>
            <tbody>

            """);
        foreach (var row in report.Affected.Take(Most))
        {
            WriteRow(page, row, anchors);
        }

        page.Add($"</tbody></table></div>\n");
        if (report.Affected.Count > Most)
        {
            page.Add($"<p class=\"note\"><a href=\"#machines\">{Counted.Number(report.Affected.Count - Most)} more are in the table of virtual machines.</a></p>\n");
        }
    }

    private static void WriteRow(HtmlPage page, MachineRow row, FindingAnchors anchors)
    {
        var machine = row.Facts;
        if (row.Findings is [var gravest, ..])
        {
            page.Add($"<tr><th scope=\"row\"><a href=\"#{anchors[gravest]}\"><bdi>{machine.Name}</bdi></a>");
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

    private static void WriteFrequency(HtmlPage page, Core.Units.Frequency? frequency)
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
        _ => DestinationPlan.DestinationOf(machine) is { } host ? $"vMotion to {host}"
            : machine.HostsElsewhere is [var first, ..] ? $"Power cycle, or vMotion to {first} in another cluster" : "Power cycle",
    };
}
