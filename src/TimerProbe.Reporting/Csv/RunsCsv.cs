using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.Csv;

/// <summary>The runs of a store as RFC 4180 CSV: a row a run, the newest first.</summary>
public static class RunsCsv
{
    private static readonly string[] Header = ["id", "startedAt", "kind", "subject", "state", "cause", "critical", "warning", "info"];

    /// <summary>The whole table with its header.</summary>
    public static string Write(RunsDocument document) => CsvTable.Write(Header, document.Runs.Select(IEnumerable<string?> (run) =>
    [
        run.Id.ToString(),
        CsvCell.Time(run.StartedAt),
        run.Kind,
        run.Subject,
        run.State,
        run.Cause,
        CsvCell.Number(run.Findings.Critical),
        CsvCell.Number(run.Findings.Warning),
        CsvCell.Number(run.Findings.Info),
    ]));
}
