using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Names;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Sql;

/// <summary>The workloads side by side, those that read clocks and their controls.</summary>
internal static class WorkloadTable
{
    public static void Write(Page page, SqlDocument document)
    {
        var table = new TextTable(indent: 2);
        foreach (var row in WorkloadRow.Of(document))
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
        if (SqlSummary.Of(document).Earlier is { } earlier)
        {
            page.Paragraph(earlier, indent: 2, Styles.Faint);
        }

        foreach (var skipped in WorkloadRow.Skipped(document))
        {
            page.Paragraph(PlainText.OneLine(skipped), indent: 2, Styles.Faint);
        }
    }
}
