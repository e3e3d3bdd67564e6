using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Cli.Output.Scan;

internal static class AwayTable
{
    /// <summary>What the columns besides the name and the way need: the difference, the measurement and the gaps.</summary>
    private const int OtherColumns = 32;

    public static void Write(Page page, IReadOnlyList<MachineRow> away, ShortNames names)
    {
        if (away.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Away from home, or measured slow", style: Styles.Strong);
        var table = new TextTable(indent: 2);
        table.Add(
            Styles.Faint,
            new Cell("virtual machine"),
            new Cell("cluster", Rank: 4),
            new Cell(names.SeveralVCenters ? "vCenter" : "", Rank: 1),
            new Cell($"host {page.Style.Arrow} home"),
            new Cell("difference", Right: true),
            new Cell("away since", Rank: 3),
            new Cell("clock", Rank: 2),
            new Cell(away.Any(row => row.Facts.HomeCertainty == HomeCertainty.Inferred) ? "home is" : "", Rank: 3));
        var shown = away.Take(names.MostRows).Select(row => (row, Way: Way(row.Facts, page.Style, names))).ToList();
        // Equal names are nothing rare over several vCenters: which one it is counts more than the end of a long name.
        var servers = names.SeveralVCenters ? shown.Max(each => LineWidth.Of(names.Server(each.row.Server))) + 2 : 0;
        var room = page.Style.Width - OtherColumns - servers - shown.Max(each => LineWidth.Of(each.Way));
        foreach (var (row, way) in shown)
        {
            var machine = row.Facts;
            table.Add(
                StyleOf(machine),
                new Cell(names.Fit(machine.Name, page.Style, room)),
                new Cell(names.Fit(machine.Cluster ?? "", page.Style), Rank: 4),
                new Cell(names.Server(row.Server), Rank: 1),
                new Cell(way),
                new Cell(machine.DifferencePpm?.ToString() ?? "", Right: true),
                new Cell(row.AwaySince is { } since ? Times.Day(since) : "", Rank: 3),
                new Cell(row.Measured.Length > 0 ? row.Measured : machine.IsTimeExpectedWrong ? "wrong time" : "", Rank: 2),
                new Cell(machine.HomeCertainty == HomeCertainty.Inferred ? "inferred" : "", Rank: 3));
        }

        table.Write(page);
        names.WriteMore(page, away.Count, "html or csv");
    }

    private static Style? StyleOf(VirtualMachineFacts machine) => machine.Guest?.State switch
    {
        ClockState.Slow => Styles.Of(Severity.Critical),
        ClockState.Healthy => Styles.None,
        _ => Styles.Of(Severity.Warning),
    };

    private static string Way(VirtualMachineFacts machine, TextStyle style, ShortNames names)
    {
        var host = names.Fit(names.Host(machine.Host), style);
        return machine switch
        {
            { Placement: Placement.Away, HomeHost: { } home } => $"{host} {style.Arrow} {names.Fit(names.Host(home), style)}",
            { Placement: Placement.Away, HomeHz: { } home } => $"{host} {style.Arrow} {home}",
            { Placement: Placement.Home } => $"{host}, home",
            _ => $"{host}, home unknown",
        };
    }
}
