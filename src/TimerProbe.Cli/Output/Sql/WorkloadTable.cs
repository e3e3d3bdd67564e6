using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Names;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Sql;

/// <summary>The workloads side by side, those that read clocks and their controls.</summary>
internal static class WorkloadTable
{
    public static void Write(Page page, SqlDocument document, Detail detail)
    {
        var table = new TextTable(indent: 2);
        foreach (var row in WorkloadRow.From(document).Where(row => detail > Detail.Summary || !row.IsPart))
        {
            table.Add(
                style: null,
                new Cell(row.Label),
                new Cell(row.Seconds, Right: true, Rank: 3),
                new Cell(row.Cost, Right: true),
                new Cell(row.Unit, Rank: 2),
                new Cell(row.TimesEarlier, Right: true, Rank: 1),
                new Cell(row.Note.Length > 0 ? row.Note : row.Interval, Rank: 4));
        }

        table.Write(page);
        var summary = SqlSummary.From(document);
        var skipped = WorkloadRow.Skipped(document).ToList();
        string?[] notes = detail > Detail.Summary
            ? [summary.Earlier, summary.Context, .. skipped]
            : [summary.Earlier, skipped.Count == 0 ? null : $"{Counted.Of(skipped.Count, "workload")} not run: --steps says why"];
        foreach (var note in notes.OfType<string>())
        {
            page.Paragraph(PlainText.OneLine(note), indent: 2, Styles.Faint);
        }
    }
}
