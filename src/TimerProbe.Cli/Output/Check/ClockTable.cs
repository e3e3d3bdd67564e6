using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Check;

/// <summary>The clocks side by side, with as many columns as the width allows.</summary>
internal static class ClockTable
{
    /// <summary>The clocks that the verdict rests on, with bars.</summary>
    public static void WriteSummary(Page page, CheckDocument document)
    {
        var table = new TextTable(indent: 2);
        Add(Styles.Faint, "", "", CostScale.Marks, "");
        foreach (var row in ClockRow.From(document).Where(row => Tells(row, document)))
        {
            Add(StyleOf(row, document), row.Label, row.Cost.ToString(), CostScale.Bar(row.Cost, page.Style), row.Note);
        }

        foreach (var missing in document.Clocks.Where(clock => clock is { Source: ClockSource.PreciseTime or ClockSource.TimestampCounter, CallNs: null }))
        {
            Add(Styles.Faint, missing.Api, "-", "not measured", "");
        }

        table.Write(page);

        void Add(Style? style, string label, string cost, string bar, string note) =>
            table.Add(style, new Cell(label), new Cell(cost, Right: true), new Cell(bar, Rank: 2), new Cell(note, Rank: 1));
    }

    /// <summary>Every clock with every figure.</summary>
    public static void Write(Page page, CheckDocument document)
    {
        var table = new TextTable(indent: 2);
        foreach (var row in ClockRow.From(document))
        {
            table.Add(
                StyleOf(row, document),
                new Cell(row.Label),
                new Cell(row.Api, Rank: 2),
                new Cell(row.Cost.ToString(), Right: true),
                new Cell(row.Spread, Rank: 4),
                new Cell(row.Rate, Right: true, Rank: 3),
                new Cell(row.Note, Rank: 1));
        }

        table.Write(page);
        foreach (var missing in ClockRow.Missing(document))
        {
            page.Paragraph(missing, indent: 2, Styles.Faint);
        }
    }

    /// <summary>Whether a clock is worth a line: the counter only where it differs from precise time, which mostly is the same clock.</summary>
    private static bool Tells(ClockRow row, CheckDocument document) => row.Source switch
    {
        null or ClockSource.PreciseTime or ClockSource.CoarseTime or ClockSource.TimestampCounter => true,
        ClockSource.VmExit => document.Machine.Hypervisor.Present == true,
        ClockSource.Counter => document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs is { } precise && VerdictTable.Differ(precise.Median, row.Cost),
        _ => false,
    };

    private static Style? StyleOf(ClockRow row, CheckDocument document) => row.Source == ClockSource.PreciseTime ? Styles.Of(document.Verdict.State) : Styles.None;
}
