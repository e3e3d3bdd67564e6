using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Csv;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Workbooks;

/// <summary>A history as a workbook: changes, states, measurements and scans, a sheet each, with the columns of its CSV.</summary>
public static class HistoryWorkbook
{
    /// <summary>Writes the whole workbook.</summary>
    public static void Write(HistoryDocument document, Stream output)
    {
        var subject = document.Subject;
        var tables = HistoryCsv.Rows(document)
            .GroupBy(row => (string)row["row"]!, StringComparer.Ordinal)
            .Select(kind => Sheet.Of(NameOf(kind.Key), HistoryCsv.ColumnsOf(kind.First()), kind.ToList()))
            .ToList();
        var summary = Sheet.Summary(
            $"History of {subject.Name}",
            [
                ("Kind", subject.Kind),
                ("vCenter", subject.Server),
                ("From", document.From),
                ("Until", document.To),
                ("First seen", subject.FirstSeenAt),
                ("Last scan", subject.ScannedAt),
                ("Gone", subject.GoneAt),
                ("Frequencies", FrequencyStretchText.Sentence(document.FrequencyStretches)),
                .. tables.Select(sheet => (sheet.Name, (object?)new SheetLink(Counted.Of(sheet.Count, "row"), sheet.Name, 1))),
                ("Written", document.WrittenAt),
                ("Made by", $"TimerProbe {document.Tool.Version}"),
            ]);
        WorkbookWriter.Write(output, $"TimerProbe: history of {subject.Name}", [summary, .. tables]);
    }

    private static string NameOf(string row) => row switch
    {
        "change" => "Changes",
        "state" => "States",
        "scan" => "Scans",
        _ => "Measurements",
    };
}
