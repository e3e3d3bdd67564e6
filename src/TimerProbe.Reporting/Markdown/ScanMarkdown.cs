using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Placement;
using TimerProbe.Reporting.Scans;
using static TimerProbe.Reporting.Counted;
using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>A scan document as GitHub-flavoured Markdown for a ticket or a wiki; lists are bounded, the rest is counted.</summary>
public static class ScanMarkdown
{
    /// <summary>How many rows a table has at the most.</summary>
    public const int MostRows = 100;

    private const int MostHosts = 20;
    private const int MostToSettle = 3;

    /// <summary>Writes the whole report.</summary>
    public static void Write(ScanDocument document, TextWriter output)
    {
        var report = new ScanReport(document);
        var summary = report.Summary;
        var page = new MarkdownPage(output);
        page.Heading(1, $"Clock frequencies, {Times.Minute(document.StartedAt)} UTC");
        page.Paragraph($"**{Sentence(summary.Headline)}**");
        WriteWhatToDo(page, report);
        page.Paragraph(Sentence(summary.Numbers));
        foreach (var (reason, count) in report.Unknown?.Reasons ?? [])
        {
            page.Paragraph(Sentence($"Unknown, {Number(count)}: {reason}"));
        }

        page.Paragraph(summary.Failed.Count == 0 ? "" : $"Nothing is known about {string.Join(", ", summary.Failed.Select(Code))}.");
        foreach (var limit in report.Limits)
        {
            page.Paragraph(limit.Sentence(Code) + ".");
        }

        foreach (var left in report.LeftOut)
        {
            page.Paragraph(Sentence(left) + ".");
        }

        page.Paragraph(PublishedSentence.Format(document.Published));
        page.Paragraph(StoredSentence.Format(document.StoredChecks));
        page.Paragraph(document.Anonymized ? "Names and UUIDs are pseudonyms." : "");
        WriteVCenters(page, document.VCenters);
        WriteClusters(page, report);
        WriteHostClasses(page, document.VCenters);
        WriteAway(page, report);
        WriteMoves(page, report);
        FindingMarkdown.Write(page, report.Groups);
        WriteList(page, "Muted by the configuration", [.. report.Muted.Select(Sentence)]);
        WriteList(page, "What could not be read", [.. Missing(report)]);
        WriteList(page, "Known gaps", [.. report.KnownGaps.Select(Sentence)]);
        WriteTiming(page, document);
    }

    private static void WriteWhatToDo(MarkdownPage page, ScanReport report)
    {
        var takes = report.FixSummary;
        var since = report.Away.Select(row => row.AwaySince).OfType<DateTimeOffset>().ToList();
        string[] lines =
        [
            takes.Affected > 0 ? takes.Who : "",
            takes.NotAffected,
            takes.Settle,
            .. takes.ToSettle.Take(MostToSettle).Select(each =>
                $"{Of(each.Class.Open, "VM")} on {ScalingText.Name(each.Class)}: {ScalingText.Names(each.Class.SettleBy)} (`{ScalingText.GuestCommand}`)"),
            takes.Sql,
            takes.Wrong,
            since.Count == 0 ? "" : $"Away since {Times.Minute(since.Min())} UTC, the latest since {Times.Minute(since.Max())} UTC",
            takes.Fix.Length > 0 ? $"What to do: {takes.Fix}" : "",
            takes.Prevent.Length > 0 ? $"So that it does not come back: {takes.Prevent}" : "",
        ];
        foreach (var line in lines.Where(line => line.Length > 0))
        {
            page.Item(Sentence(line) + ".");
        }
    }

    private static void WriteVCenters(MarkdownPage page, IReadOnlyList<VCenterFacts> vcenters)
    {
        var table = new MarkdownTable("vCenter", "status", "version", "hosts", "virtual machines", "templates", "certificate");
        foreach (var vcenter in vcenters)
        {
            table.Add(
                NameCell(vcenter.Server),
                vcenter.Status.ToDocumentName(),
                NameCell(vcenter.FullName ?? vcenter.Version),
                Number(vcenter.Hosts.Count),
                Number(vcenter.VirtualMachines.Count),
                Number(vcenter.Templates),
                vcenter switch
                {
                    { CertificateVerified: false } => "not verified: anyone may have answered",
                    { Status: ReadStatus.Failed } => "",
                    _ => "verified",
                });
        }

        table.WriteTo(page, "vCenters");
    }

    private static void WriteClusters(MarkdownPage page, ScanReport report)
    {
        var table = new MarkdownTable("cluster", "vCenter", "datacenter", "DRS", "class", "frequency", "hosts", "virtual machines", "away");
        var classes = report.Clusters.Where(cluster => cluster.Facts is not null)
            .SelectMany(cluster => cluster.Classes.Select(of => (Cluster: cluster, Class: of)))
            .ToList();
        foreach (var (cluster, of) in classes.Take(MostRows))
        {
            table.Add(
                NameCell(cluster.Name),
                NameCell(cluster.VCenter.Server),
                NameCell(cluster.Facts!.Datacenter),
                NameCell(cluster.Facts.Drs),
                NameCell(of.Class!.Name),
                of.Span,
                string.Join(", ", of.Hosts.Take(MostHosts).Select(host => NameCell(host.Facts.Name)))
                    + (of.Hosts.Count > MostHosts ? $" and {Number(of.Hosts.Count - MostHosts)} more" : ""),
                Number(of.Counts.Total),
                Number(of.Counts.Away));
        }

        table.WriteTo(page, "Clusters and their frequencies");
        page.More(classes.Count - MostRows, "html");
    }

    private static void WriteHostClasses(MarkdownPage page, IReadOnlyList<VCenterFacts> vcenters)
    {
        var table = new MarkdownTable(
            "processor", "ESXi", "vCenter", "hosts", "scales the TSC", "away", "measured fast", "measured slow", "to settle", "settled by");
        var classes = vcenters.SelectMany(vcenter => (vcenter.Classes ?? []).Select(each => (vcenter.Server, Class: each))).ToList();
        foreach (var (server, each) in classes.Take(MostRows))
        {
            table.Add(
                NameCell(each.Processor),
                NameCell(each.Esxi),
                NameCell(server),
                Number(each.Hosts.Count),
                each.TscScaling.ToDocumentName(),
                Number(each.Away),
                Number(each.MeasuredFast),
                Number(each.MeasuredSlow),
                Number(each.Open),
                NameCell(ScalingText.Names(each.SettleBy)));
        }

        table.WriteTo(page, "Processors, and whether they scale the TSC");
        page.More(classes.Count - MostRows, "json");
    }

    private static void WriteAway(MarkdownPage page, ScanReport report)
    {
        var table = new MarkdownTable(
            "virtual machine",
            "id",
            "vCenter",
            "cluster",
            "host",
            "its frequency",
            "home",
            "its frequency",
            "difference",
            "clock",
            "away since",
            "measured",
            "certainty",
            "frequencies over time");
        foreach (var row in report.Away.Take(MostRows))
        {
            var machine = row.Facts;
            table.Add(
                NameCell(machine.Name),
                NameCell(machine.Id),
                NameCell(row.Server),
                NameCell(machine.Cluster),
                NameCell(machine.Host),
                machine.HostHz?.ToString() ?? "",
                NameCell(machine.HomeHost),
                machine.HomeHz?.ToString() ?? "",
                machine.DifferencePpm?.ToString() ?? "",
                row.Clock,
                row.AwaySince is { } since ? Times.Minute(since) : "",
                row.Measured,
                machine.HomeCertainty?.ToDocumentName() ?? "",
                FrequencyStretchText.Format(machine.Stretches));
        }

        table.WriteTo(page, "Away from home, or measured slow");
        page.More(report.Away.Count - MostRows, "csv");
    }

    private static void WriteMoves(MarkdownPage page, ScanReport report)
    {
        var table = new MarkdownTable("to host", "vCenter", "cluster", "machines", "powered on there");
        foreach (var host in report.Moves.Take(MostRows))
        {
            table.Add(NameCell(host.Host), NameCell(host.Server), NameCell(host.Cluster), Number(host.Machines), Number(host.AtHome));
        }

        table.WriteTo(page, "Proposed moves");
        page.More(report.Moves.Count - MostRows, "json");
    }

    private static IEnumerable<string> Missing(ScanReport report) =>
    [
        .. report.Missing.Select(missing =>
            missing.VCenter is { } vcenter ? $"{Code(vcenter.Server)}: {Sentence(missing.Says)}" : Sentence(missing.Says)),
        .. report.Document.Published?.Refused.Select(refused => $"published result of {Code(refused.Machine)}: {Sentence(refused.Why)}")
            ?? [],
        .. report.Document.GuestResults?.Unmatched.Select(unmatched => $"result of {Code(unmatched.Machine)}: {Sentence(unmatched.Why)}")
            ?? [],
    ];

    private static void WriteList(MarkdownPage page, string title, IReadOnlyList<string> lines)
    {
        page.List(title, lines.Take(MostRows));
        page.More(lines.Count - MostRows, "json");
    }

    private static void WriteTiming(MarkdownPage page, ScanDocument document)
    {
        var table = new MarkdownTable("vCenter", "step", "ms", "requests");
        foreach (var step in document.Timing.Steps)
        {
            table.Add(NameCell(step.Server), NameCell(step.Name), Number(step.Ms), Number(step.Requests));
        }

        table.Add("all", "", Number(document.Timing.TotalMs), Number(document.Timing.Requests));
        table.WriteTo(page, "Cost of the scan");
        page.Paragraph($"timerprobe {Code(document.Tool.Version)}, scan {Code(document.Id.ToString())}, tolerance {document.TolerancePpm.ToString().TrimStart('+')}.");
    }
}
