namespace TimerProbe.Reporting.Reports;

/// <summary>A document about a SQL Server as a report.</summary>
public static class SqlReport
{
    public static Report Create(SqlDocument document)
    {
        var summary = SqlSummary.From(document);
        var server = document.Server;
        return new Report
        {
            Title = "SQL Server check of",
            Subject = server.Name,
            About = summary.Server,
            StartedAt = document.StartedAt,
            Severity = summary.Severity,
            Headline = summary.Headline,
            Reasons = [summary.Because, .. CheckReport.GetBrief(document.Findings)],
            Verdict = CheckReport.GetVerdict(document.Verdict.State, document.Verdict.Cause, document.Verdict.Confidence),
            Anonymized = document.Anonymized,
            Sections =
            [
                Workloads(document, summary),
                .. document.Check is { } check
                    ? [CheckReport.Clocks(check, "This machine's clocks before")]
                    : Array.Empty<ReportSection>(),
                .. document.CheckAfter is { } after
                    ? [CheckReport.Clocks(after, "This machine's clocks after")]
                    : Array.Empty<ReportSection>(),
            ],
            Findings = document.Findings,
            Muted = NoticeText.Muted(document.Muting),
            Details = summary.Details,
            Unavailable = [
                .. server.Unavailable,
                .. server.MissingRights.Select(missing => new Core.Facts.Unavailable(missing.For, $"the login lacks {missing.Right}"))
            ],
            Verify =
                "`timerprobe sql` against this server again, with the same options: with `--save` it is compared with this run.",
            Document = CheckReport.GetDocument(
                document.Schema,
                document.Id,
                document.Tool,
                CheckReport.StartedAt(document.StartedAt),
                ("Measured for", $"{document.Timing.TotalMs / 1000:#,0.0} s")),
        };
    }

    private static ReportSection Workloads(SqlDocument document, SqlSummary summary) => ReportSection.Of<WorkloadRow>(
        "Workloads",
        WorkloadRow.From(document),
        new("Workload", row => row.Label),
        new("Cost", row => row.Cost, ColumnContent.Figures),
        new("Normal", row => row.Normal, ColumnContent.Figures),
        new("Unit", row => row.Unit),
        new("Median range", row => row.Interval, ColumnContent.Figures),
        new("Compared with earlier", row => row.TimesEarlier, ColumnContent.Figures),
        new("Median run", row => row.Seconds, ColumnContent.Figures),
        new("Meaning", row => row.Note)) with
    {
        Notes = [.. new[] { summary.Earlier, summary.Context }.OfType<string>(), .. WorkloadRow.Skipped(document)],
    };
}
