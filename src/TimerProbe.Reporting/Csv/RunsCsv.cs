using TimerProbe.Core.Documents;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>The runs of a store as RFC 4180 CSV: a row a run, the newest first.</summary>
public static class RunsCsv
{
    private static readonly (string Name, Func<ListedRun, string?> Of)[] Columns =
    [
        ("id", run => run.Id.ToString()),
        ("startedAt", run => Time(run.StartedAt)),
        ("kind", run => run.Kind),
        ("subject", run => run.Subject),
        ("state", run => run.State),
        ("cause", run => run.Cause),
        ("critical", run => Number(run.Findings.Critical)),
        ("warning", run => Number(run.Findings.Warning)),
        ("info", run => Number(run.Findings.Info)),
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(RunsDocument document, TextWriter output) => CsvTable.Write(output, Columns, document.Runs);
}
