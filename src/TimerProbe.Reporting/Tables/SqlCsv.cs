namespace TimerProbe.Reporting.Tables;

/// <summary>A document about a SQL Server as RFC 4180 CSV: a row a workload, the instance and the verdict on each.</summary>
public static class SqlCsv
{
    private static readonly (string Name, Func<SqlCsvRow, object?> Of)[] Columns =
    [
        ("id", row => row.Document.Id.ToString()),
        ("startedAt", row => row.Document.StartedAt),
        ("server", row => row.Document.Server.Name),
        ("engine", row => row.Document.Server.Engine),
        ("version", row => row.Document.Server.Version),
        ("edition", row => row.Document.Server.Edition),
        ("database", row => row.Document.Server.Database),
        ("timeSource", row => row.Document.Server.TimeSource),
        ("tscHz", row => row.Document.Server.TscHz),
        ("state", row => row.Document.Verdict.State),
        ("cause", row => row.Document.Verdict.Cause),
        ("confidence", row => row.Document.Verdict.Confidence),
        ("clockCallNs", row => row.Document.ClockCallNs?.Median),
        ("clockCallLowNs", row => row.Document.ClockCallNs?.Low),
        ("clockCallHighNs", row => row.Document.ClockCallNs?.High),
        ("workload", row => row.Workload.Name),
        ("argument", row => row.Workload.Argument),
        ("iterations", row => row.Workload.Iterations),
        ("runs", row => row.Workload.Seconds?.Count),
        ("medianSeconds", row => row.Workload.MedianSeconds),
        ("nsPerIteration", row => row.Workload.NsPerIteration),
        ("lowNs", row => row.Workload.PerIteration()?.Low),
        ("highNs", row => row.Workload.PerIteration()?.High),
        ("timesEarlier", row => row.Measured.AgainstEarlier(row.Workload.Name)?.Median),
        ("inlineable", row => row.Workload.Inlineable),
        ("skipped", row => row.Workload.Skipped),
        ("statementCostNs", row => row.Document.StatementCostNs?.Median),
        ("statementCostLowNs", row => row.Document.StatementCostNs?.Low),
        ("statementCostHighNs", row => row.Document.StatementCostNs?.High),
    ];

    public static void Write(SqlDocument document, TextWriter output)
    {
        var measured = document.Measurement();
        Csv.Write(output, Columns, document.Workloads.Select(workload => new SqlCsvRow(document, measured, workload)));
    }

    private sealed record SqlCsvRow(SqlDocument Document, SqlMeasurement Measured, SqlWorkloadFacts Workload);
}
