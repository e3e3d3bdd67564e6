using System.Globalization;
using Spectre.Console;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>The machines away from home and those measured slow, the worst first.</summary>
internal static class AwayTable
{
    /// <summary>What the columns besides the name and the way need: the difference, the measurement and the gaps.</summary>
    private const int OtherColumns = 32;

    /// <summary>Writes the table and tells which machines are in it, by their server and id.</summary>
    public static IReadOnlySet<(string? Server, string? Id)> Write(Page page, IReadOnlyList<VCenterFacts> vcenters, ShortNames names)
    {
        var rows = vcenters
            .SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => (vcenter.Server, Machine: machine)))
            .Where(row => row.Machine.Placement == Placement.Away || row.Machine.Guest?.State == ClockState.Slow)
            .OrderBy(row => Order(row.Machine))
            .ThenByDescending(row => row.Machine.DifferencePpm?.Magnitude.Value ?? 0)
            .ThenBy(row => row.Machine.Name, StringComparer.OrdinalIgnoreCase)
            .ToList();
        if (rows.Count == 0)
        {
            return new HashSet<(string?, string?)>();
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
            new Cell("measured", Rank: 2));
        var shown = rows.Take(names.MostRows).Select(row => (row.Server, row.Machine, Way: Way(row.Machine, page.Style, names))).ToList();
        // Equal names are nothing rare over several vCenters: which one it is counts more than the end of a long name.
        var servers = names.SeveralVCenters ? shown.Max(row => SafeText.Columns(names.Server(row.Server))) + 2 : 0;
        var room = page.Style.Width - OtherColumns - servers - shown.Max(row => SafeText.Columns(row.Way));
        foreach (var (server, machine, way) in shown)
        {
            table.Add(
                StyleOf(machine),
                new Cell(names.Fit(machine.Name, page.Style, room)),
                new Cell(names.Fit(machine.Cluster ?? "", page.Style), Rank: 4),
                new Cell(names.Server(server), Rank: 1),
                new Cell(way),
                new Cell(machine.DifferencePpm?.ToString() ?? "", Right: true),
                new Cell(Since(machine), Rank: 3),
                new Cell(machine.Guest?.State.ToDocumentName() ?? "", Rank: 2));
        }

        table.Write(page);
        if (rows.Count > names.MostRows)
        {
            var more = (rows.Count - names.MostRows).ToString("#,0", CultureInfo.InvariantCulture);
            page.Paragraph($"and {more} more: --output html or csv has them all", indent: 2, Styles.Faint);
        }

        return rows.Select(row => ((string?)row.Server, (string?)row.Machine.Id)).ToHashSet();
    }

    private static int Order(VirtualMachineFacts machine) => machine.Guest?.State switch
    {
        ClockState.Slow => 0,
        ClockState.Healthy => 2,
        _ => 1,
    };

    private static Style? StyleOf(VirtualMachineFacts machine) => machine.Guest?.State switch
    {
        ClockState.Slow => Styles.Of(Severity.Critical),
        ClockState.Healthy => null,
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

    private static string Since(VirtualMachineFacts machine) =>
        machine.Placement == Placement.Away && new[] { machine.MovedAt, machine.ResumedAt }.Max() is { } since
            ? since.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
            : "";
}
