using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>A document about a SQL Server as RFC 4180 CSV: a row a workload, the instance and the verdict on each.</summary>
public static class SqlCsv
{
    private static readonly (string Name, Func<SqlCsvRow, string?> Of)[] Columns =
    [
        ("id", row => row.Document.Id.ToString()),
        ("startedAt", row => Time(row.Document.StartedAt)),
        ("server", row => row.Document.Server.Name),
        ("engine", row => row.Document.Server.Engine),
        ("version", row => row.Document.Server.Version),
        ("edition", row => row.Document.Server.Edition),
        ("database", row => row.Document.Server.Database),
        ("timeSource", row => row.Document.Server.TimeSource),
        ("tscHz", row => Number(row.Document.Server.TscHz?.Hertz)),
        ("state", row => Member(row.Document.Verdict.State)),
        ("cause", row => Member(row.Document.Verdict.Cause)),
        ("confidence", row => Member(row.Document.Verdict.Confidence)),
        ("clockCallNs", row => Number(row.Document.ClockCallNs?.Median.Nanoseconds)),
        ("clockCallLowNs", row => Number(row.Document.ClockCallNs?.Low.Nanoseconds)),
        ("clockCallHighNs", row => Number(row.Document.ClockCallNs?.High.Nanoseconds)),
        ("workload", row => Member(row.Workload.Name)),
        ("argument", row => row.Workload.Argument?.ToString(System.Globalization.CultureInfo.InvariantCulture)),
        ("iterations", row => Number(row.Workload.Iterations)),
        ("parallel", row => Number(row.Workload.Parallel)),
        ("runs", row => Number(row.Workload.Seconds?.Count)),
        ("medianSeconds", row => Number(row.Workload.MedianSeconds)),
        ("nsPerIteration", row => Number(row.Workload.NsPerIteration?.Nanoseconds)),
        ("lowNs", row => Number(row.Workload.PerIteration()?.Low.Nanoseconds)),
        ("highNs", row => Number(row.Workload.PerIteration()?.High.Nanoseconds)),
        ("timesEarlier", row => Number(row.Measured.AgainstEarlier(row.Workload.Name)?.Median)),
        ("inlineable", row => Flag(row.Workload.Inlineable)),
        ("skipped", row => row.Workload.Skipped),
        ("statementCostNs", row => Number(row.Document.StatementCostNs?.Median.Nanoseconds)),
        ("statementCostLowNs", row => Number(row.Document.StatementCostNs?.Low.Nanoseconds)),
        ("statementCostHighNs", row => Number(row.Document.StatementCostNs?.High.Nanoseconds)),
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(SqlDocument document, TextWriter output)
    {
        var measured = document.Measurement();
        CsvTable.Write(output, Columns, document.Workloads.Select(workload => new SqlCsvRow(document, measured, workload)));
    }

    private sealed record SqlCsvRow(SqlDocument Document, SqlMeasurement Measured, SqlWorkloadFacts Workload);
}
