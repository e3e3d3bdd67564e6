using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.History;

/// <summary>How many machines of a fleet were away over time: a line of bars, then the newest scans.</summary>
internal static class FleetTrendText
{
    private const int MostScans = 10;
    private const int Widest = 60;

    public static void Write(Page page, HistoryDocument document, Detail detail)
    {
        var scans = document.Scans;
        if (scans.Count == 0)
        {
            return;
        }

        var (now, most) = (scans[^1].Away, scans.Max(scan => scan.Away));
        page.Paragraph($"{Counted.Of(now, "machine")} away now; between {Counted.Number(scans.Min(scan => scan.Away))} and {Counted.Number(most)} in this time");
        page.Line(($"  {Bars([.. Thinned(scans)], most, page.Style)}  {Times.Minute(scans[0].At)} to {Times.Minute(scans[^1].At)}", Styles.Faint));
        page.Space();
        var shown = detail > Detail.Summary ? scans : [.. scans.Skip(scans.Count - MostScans)];
        var table = new TextTable(indent: 2);
        table.Add(Styles.Faint, new Cell("scan (UTC)"), Head("away"), Head("home"), Head("unknown"), Head("off"), new Cell("", Rank: 1));
        foreach (var scan in shown.Reverse())
        {
            table.Add(
                scan.Away > 0 ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(Times.Minute(scan.At)),
                Figure(scan.Away),
                Figure(scan.Home),
                Figure(scan.Unknown),
                Figure(scan.Off),
                new Cell(scan.IsFull ? "" : "in part", Rank: 1));
        }

        table.Write(page);
    }

    /// <summary>As many scans as there is room for bars, the newest always among them.</summary>
    private static IEnumerable<HistoryScan> Thinned(IReadOnlyList<HistoryScan> scans)
    {
        var count = Math.Min(scans.Count, Widest);
        return Enumerable.Range(1, count).Select(number => scans[(int)((long)number * scans.Count / count) - 1]);
    }

    private static string Bars(IReadOnlyList<HistoryScan> scans, int most, TextStyle style)
    {
        var glyphs = style.Unicode ? "▁▂▃▄▅▆▇█" : "123456789";
        return string.Concat(scans.Select(scan => scan.Away == 0 ? style.Unicode ? '·' : '.' : glyphs[(int)Math.Ceiling((double)scan.Away / most * glyphs.Length) - 1]));
    }

    private static Cell Head(string name) => new(name, Right: true);

    private static Cell Figure(int count) => new(Counted.Number(count), Right: true);
}
