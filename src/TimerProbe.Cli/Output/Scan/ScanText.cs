using System.Globalization;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Names;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Cli.Output.Scan;

internal static class ScanText
{
    private const int MostLines = 10;

    public static void Write(ScanDocument document, TextView view, TextWriter output)
    {
        var page = new Page(view.Style, output);
        var verbose = view.Detail == Detail.Verbose;
        var report = new ScanReport(document);
        WriteHeadline(page, report);
        if (view.Detail == Detail.Summary)
        {
            WriteLimits(page, report);
            new ScanAnswer(report, view).Write(page);
            return;
        }

        var names = new ShortNames(report, view.Detail);
        VCenterTable.Write(page, document.VCenters, verbose);
        WriteLimits(page, report);
        ClusterPicture.Write(page, report.Clusters, names);
        HostClassText.Write(page, report, names);
        AwayTable.Write(page, report.Away, names);
        WriteMoves(page, report.Moves, names);
        var groups = new GroupText(page, report, names);
        foreach (var group in report.Groups)
        {
            groups.Write(group);
        }

        page.List("Muted by the configuration", report.Muted);
        WriteMissing(page, report, verbose);
        page.List("Known gaps", report.KnownGaps);
        WriteCost(page, document.Timing, verbose);
        if (document.Findings.Count > 0)
        {
            page.Space();
            WriteHeadline(page, report);
        }
    }

    private static void WriteHeadline(Page page, ScanReport report)
    {
        var summary = report.Summary;
        page.Paragraph(summary.Headline, style: summary.Severity is { } severity ? Styles.Of(severity) : Styles.Of(ClockState.Healthy));
        var takes = report.FixSummary;
        foreach (var sentence in new[] { takes.Affected > 0 ? takes.Who : "", takes.NotAffected }.Where(each => each.Length > 0))
        {
            page.Paragraph(sentence, indent: 2);
        }

        if (summary.Numbers.Length > 0)
        {
            page.Paragraph(summary.Numbers, indent: 2);
        }

        if (summary.Failed.Count > 0 && summary.Failed.Count < report.Document.VCenters.Count)
        {
            page.Paragraph(
                PlainText.OneLine($"Nothing is known about {string.Join(", ", summary.Failed)}: it could not be read."),
                indent: 2,
                Styles.Of(Severity.Critical));
        }
    }

    private static void WriteLimits(Page page, ScanReport report)
    {
        foreach (var left in report.LeftOut)
        {
            page.Paragraph(PlainText.OneLine(left) + ".", indent: 2, Styles.Of(Severity.Warning));
        }

        foreach (var limit in report.Limits)
        {
            page.Paragraph(limit.Sentence(PlainText.OneLine), indent: 2, Styles.Faint);
        }

        string[] results = [PublishedSentence.Format(report.Document.Published), StoredSentence.Format(report.Document.StoredChecks)];
        foreach (var sentence in results.Where(each => each.Length > 0))
        {
            page.Paragraph(sentence, indent: 2, Styles.Faint);
        }

        if (report.Document.Anonymized)
        {
            page.Paragraph("Names and UUIDs are pseudonyms.", indent: 2, Styles.Faint);
        }
    }

    private static void WriteMoves(Page page, IReadOnlyList<ProposedMoves> moves, ShortNames names)
    {
        if (moves.Count == 0)
        {
            return;
        }

        var shown = moves.Take(names.MostRows).Select(host =>
            $"{Counted.Number(host.Machines)} to {names.Host(host.Host)}{(names.Server(host.Server) is { Length: > 0 } server ? $" ({server})" : "")}");
        var more = moves.Count > names.MostRows ? $" and to {Counted.Of(moves.Count - names.MostRows, "more host")}" : "";
        page.Paragraph($"Proposed moves: {string.Join(", ", shown)}{more}.", indent: 2);
    }

    /// <summary>What could not be read or joined, and why; why nothing of a vCenter could be read stands at the top of the page.</summary>
    private static void WriteMissing(Page page, ScanReport report, bool verbose)
    {
        WriteList(page, "What could not be read", [.. report.Missing.Where(missing => !missing.IsWhole).Select(Named)], verbose);
        if (report.Document.Published is { Refused.Count: > 0 } published)
        {
            WriteList(
                page,
                "Published results that are not believed",
                [.. published.Refused.Select(refused => $"{refused.Machine}: {refused.Why}")],
                verbose);
        }

        if (report.Document.GuestResults is { } results)
        {
            WriteList(
                page,
                $"Guest results that belong to no virtual machine here ({Counted.Number(results.Unmatched.Count)}; {Counted.Number(results.MatchedByUuid + results.MatchedByName)} do)",
                [.. results.Unmatched.Select(unmatched => $"{unmatched.Machine}: {unmatched.Why}")],
                verbose);
        }
    }

    private static void WriteList(Page page, string title, IReadOnlyList<string> lines, bool verbose)
    {
        page.List(title, lines.Take(verbose ? int.MaxValue : MostLines));
        if (!verbose && lines.Count > MostLines)
        {
            page.Paragraph($"and {Counted.Number(lines.Count - MostLines)} more: --verbose has them all", 2, Styles.Faint);
        }
    }

    private static string Named(MissingPart missing) =>
        missing.VCenter is { } vcenter && !missing.Says.Contains(vcenter.Server, StringComparison.OrdinalIgnoreCase)
            ? $"{vcenter.Server}: {missing.Says}"
            : missing.Says;

    private static void WriteCost(Page page, ScanTiming timing, bool verbose)
    {
        page.Space();
        var behind = timing.Steps.GroupBy(step => (step.Server, step.Name))
            .OrderByDescending(same => same.Sum(step => step.Ms))
            .Select(same =>
                $"; the longest step was {same.Key.Name} of {PlainText.OneLine(same.Key.Server)}, {Time(same.Sum(step => step.Ms))}")
            .FirstOrDefault();
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
        var unkeyed = timing.Steps.Where(step => step.WholeSettings == true).Select(step => step.Server);
        foreach (var server in unkeyed.Distinct(StringComparer.Ordinal))
        {
            page.Paragraph(
                PlainText.OneLine($"{server} does not answer for single settings: all settings of each virtual machine were read."),
                indent: 2,
                Styles.Faint);
        }
    }

    private static string Time(double ms) =>
        ms < 10_000 ? $"{Counted.Number(ms)} ms" : (ms / 1e3).ToString("#,0.0", CultureInfo.InvariantCulture) + " s";
}
