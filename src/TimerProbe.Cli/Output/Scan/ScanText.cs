using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>A scan document as a page for a person.</summary>
internal static class ScanText
{
    public static string Write(ScanDocument document, TextStyle style, bool verbose)
    {
        var page = new Page(style);
        var names = new ShortNames(document, verbose);
        ScanHeadline.Write(page, document);
        VCenterTable.Write(page, document.VCenters, names);
        WriteScope(page, document);
        ClusterPicture.Write(page, document.VCenters, names);
        var told = new ToldBefore(AwayTable.Write(page, document.VCenters, names));
        MovesText.Write(page, document, names);
        foreach (var group in FindingGroup.Of(document.Findings))
        {
            page.Space();
            GroupText.Write(page, group, names, told);
        }

        MutedText.Write(page, document.Muting);
        MissingText.Write(page, document, verbose);
        WriteCost(page, document, verbose);
        if (document.Findings.Count > 0)
        {
            page.Space();
            ScanHeadline.Write(page, document);
        }

        return page.ToString();
    }

    private static void WriteScope(Page page, ScanDocument document)
    {
        WriteScope(page, document.Scope, "what");
        foreach (var vcenter in document.VCenters)
        {
            WriteScope(page, vcenter.Scope ?? new(), $"what of {SafeText.OneLine(vcenter.Server)}");
        }

        if (document.Anonymized)
        {
            page.Paragraph("Names and UUIDs are pseudonyms.", indent: 2, Styles.Faint);
        }
    }

    private static void WriteScope(Page page, ScanScope scope, string what)
    {
        var parts = new[] { ("datacenter", scope.Datacenters), ("cluster", scope.Clusters), ("folder", scope.Folders), ("name", scope.Names) }
            .Where(part => part.Item2.Count > 0)
            .Select(part => $"{part.Item1} {string.Join(" or ", part.Item2)}");
        var only = string.Join("; ", parts);
        if (only.Length > 0)
        {
            page.Paragraph($"Only {what} matches was looked at: {SafeText.OneLine(only)}", indent: 2, Styles.Faint);
        }
    }

    private static void WriteCost(Page page, ScanDocument document, bool verbose)
    {
        var timing = document.Timing;
        page.Space();
        var longest = timing.Steps.MaxBy(step => step.Ms);
        var behind = longest is null ? "" : $"; the longest step was {longest.Name} of {SafeText.OneLine(longest.Server)}, {Time(longest.Ms)}";
        page.Paragraph($"Read in {Time(timing.TotalMs)} with {Counted.Of(timing.Requests, "request")}{behind}.", style: Styles.Faint);
        if (!verbose)
        {
            return;
        }

        var table = new TextTable(indent: 2);
        foreach (var step in timing.Steps)
        {
            table.Add(
                style: null,
                new Cell(step.Server),
                new Cell(step.Name),
                new Cell(Time(step.Ms), Right: true),
                new Cell(Counted.Of(step.Requests, "request"), Right: true, Rank: 1));
        }

        table.Write(page);
    }

    private static string Time(double ms) => ms < 10_000
        ? ms.ToString("#,0", CultureInfo.InvariantCulture) + " ms"
        : (ms / 1e3).ToString("#,0.0", CultureInfo.InvariantCulture) + " s";
}
