using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Check;

/// <summary>The clocks side by side, with as many columns as the width allows.</summary>
internal static class ClockTable
{
    private const int BarLength = 10;

    public static void Write(Page page, CheckDocument document)
    {
        var rows = ClockRow.Of(document);
        var longest = rows.Where(HasBar).Select(row => row.Cost.Nanoseconds).DefaultIfEmpty(1).Max();
        var table = new TextTable(indent: 2);
        foreach (var row in rows)
        {
            table.Add(
                row.Source == ClockSource.PreciseTime ? Styles.Of(document.Verdict.State) : null,
                new Cell(row.Label),
                new Cell(row.Api, Rank: 2),
                new Cell(row.Cost.ToString(), Right: true),
                new Cell(row.Spread, Rank: 4),
                new Cell(row.Rate, Right: true, Rank: 3),
                new Cell(HasBar(row) ? Bar(row.Cost.Nanoseconds / longest, page.Style) : "", Rank: 5),
                new Cell(row.Note, Rank: 1));
        }

        table.Write(page);
        foreach (var missing in ClockRow.Missing(document))
        {
            page.Paragraph(missing, indent: 2, Styles.Faint);
        }
    }

    private static bool HasBar(ClockRow row) => row.Source is not (null or ClockSource.VmExit or ClockSource.EmptyCall);

    private static string Bar(double share, TextStyle style) =>
        string.Concat(Enumerable.Repeat(style.Block, (int)Math.Round(Math.Clamp(share, 0, 1) * BarLength)));
}
