using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>
/// A scan document as GitHub-flavoured Markdown to paste into a ticket or a wiki. Lists are bounded, as such places bound what they
/// take; what is left out is counted.
/// </summary>
public static class ScanMarkdown
{
    /// <summary>How many rows a table has at the most.</summary>
    public const int MostRows = 100;

    /// <summary>The whole report.</summary>
    public static string Write(ScanDocument document)
    {
        var summary = ScanSummary.Of(document);
        var page = new MarkdownPage();
        page.Heading(1, $"Clock frequencies, {document.StartedAt.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} UTC");
        page.Paragraph($"**{Sentence(summary.Headline)}**");
        page.Paragraph(Sentence(summary.Numbers));
        page.Paragraph(summary.Failed.Count == 0 ? "" : $"Nothing is known of {string.Join(", ", summary.Failed.Select(Code))}.");
        page.Paragraph(document.Anonymized ? "Names and UUIDs are pseudonyms." : "");
        WriteVCenters(page, document.VCenters);
        PlacementMarkdown.WriteClusters(page, document.VCenters);
        PlacementMarkdown.WriteAway(page, document.VCenters);
        PlacementMarkdown.WriteMoves(page, document);
        GroupMarkdown.Write(page, FindingGroup.Of(document.Findings));
        WriteMuted(page, document);
        WriteMissing(page, document);
        WriteTiming(page, document);
        return page.ToString();
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
                MarkdownPage.Number(vcenter.Hosts.Count),
                MarkdownPage.Number(vcenter.VirtualMachines.Count),
                MarkdownPage.Number(vcenter.Templates),
                vcenter switch
                {
                    { CertificateVerified: false } => "not verified: anybody may have answered",
                    { Status: ReadStatus.Failed } => "",
                    _ => "verified",
                });
        }

        table.WriteTo(page, "vCenters");
    }

    private static void WriteMuted(MarkdownPage page, ScanDocument document)
    {
        var lines = MutedSummary.Of(document.Muting);
        if (lines.Count == 0)
        {
            return;
        }

        page.Heading(2, "Kept out by the configuration");
        foreach (var line in lines.Take(MostRows))
        {
            page.Item(Sentence(line));
        }

        page.More(lines.Count - MostRows, "json");
    }

    private static void WriteMissing(MarkdownPage page, ScanDocument document)
    {
        var lines = document.VCenters.SelectMany(vcenter => vcenter.Problems.Select(problem => $"{Code(vcenter.Server)}: {Sentence(problem)}"))
            .Concat(document.GuestResults?.Problems.Select(Sentence) ?? [])
            .Concat(document.GuestResults?.Unmatched.Select(unmatched => $"result of {Code(unmatched.Machine)}: {Sentence(unmatched.Why)}") ?? [])
            .ToList();
        if (lines.Count == 0)
        {
            return;
        }

        page.Heading(2, "What could not be read");
        foreach (var line in lines.Take(MostRows))
        {
            page.Item(line);
        }

        page.More(lines.Count - MostRows, "json");
    }

    private static void WriteTiming(MarkdownPage page, ScanDocument document)
    {
        var table = new MarkdownTable("vCenter", "step", "ms", "requests");
        foreach (var step in document.Timing.Steps)
        {
            table.Add(NameCell(step.Server), NameCell(step.Name), MarkdownPage.Number(step.Ms), MarkdownPage.Number(step.Requests));
        }

        table.Add("all", "", MarkdownPage.Number(document.Timing.TotalMs), MarkdownPage.Number(document.Timing.Requests));
        table.WriteTo(page, "Cost of the scan");
        page.Paragraph($"timerprobe {Code(document.Tool.Version)}, scan {Code(document.Id.ToString())}, tolerance {document.TolerancePpm.ToString().TrimStart('+')}.");
    }
}
