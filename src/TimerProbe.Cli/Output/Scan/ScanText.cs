namespace TimerProbe.Cli.Output;

internal static class ScanText
{
    private const int MaxLines = 10;

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
        ScanTables.WriteVCenters(page, document.VCenters, verbose);
        WriteLimits(page, report);
        ScanTables.WriteClusters(page, report.Clusters, names);
        WriteSection(FleetReport.HostClasses(report));
        ScanTables.WriteAway(page, report.Away, names);
        WriteSection(FleetReport.Moves(report));
        var groups = new GroupText(page, report, names);
        foreach (var group in report.Groups)
        {
            groups.Write(group);
        }

        page.List("Muted by the configuration", report.Muted);
        // The top of the page says why nothing of a vCenter could be read.
        foreach (var section in FleetReport.Missing(report, withFailed: false))
        {
            SectionText.Write(page, section, isFull: true, verbose ? int.MaxValue : MaxLines, "--verbose has them all");
        }

        page.List("Known gaps", report.KnownGaps);
        WriteCost(page, document.Timing, verbose);
        if (document.Findings.Count > 0)
        {
            page.Space();
            WriteHeadline(page, report);
        }

        void WriteSection(ReportSection section)
        {
            if (section.Rows.Count > 0)
            {
                SectionText.Write(page, section, verbose, names.MostRows, $"--output {section.WholeIn} has them all");
            }
        }
    }

    private static void WriteHeadline(Page page, ScanReport report)
    {
        var summary = report.Summary;
        page.Paragraph(summary.Headline, style: summary.Severity is { } severity ? Styles.Of(severity) : Styles.Of(ClockState.Healthy));
        var takes = report.FixSummary;
        foreach (var sentence in new[] { takes.Affected > 0 ? takes.Who : "", takes.NotAffected }.Where(item => item.Length > 0))
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

        string[] results = [GuestResultText.Published(report.Document.Published), GuestResultText.Stored(report.Document.StoredChecks)];
        foreach (var sentence in results.Where(result => result.Length > 0))
        {
            page.Paragraph(sentence, indent: 2, Styles.Faint);
        }

        if (report.Document.Anonymized)
        {
            page.Paragraph("Names and UUIDs are pseudonyms.", indent: 2, Styles.Faint);
        }
    }

    private static void WriteCost(Page page, ScanTiming timing, bool verbose)
    {
        var cost = FleetReport.Cost(timing);
        if (verbose)
        {
            SectionText.Write(page, cost, isFull: true);
            return;
        }

        page.Space();
        page.Paragraph(PlainText.OneLine(cost.Notes[0]), style: Styles.Faint);
    }
}
