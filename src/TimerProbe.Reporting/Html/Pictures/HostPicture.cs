namespace TimerProbe.Reporting.Html;

internal static class HostPicture
{
    private const int Columns = 10;
    private const int Width = Columns * MachineMark.Pitch;

    /// <param name="fullBar">How many machines a bar of full length stands for; null for a mark for each.</param>
    public static void Write(
        HtmlPage page,
        (HostFacts Facts, IReadOnlyList<VirtualMachineFacts> Machines) host,
        ClassRow lane,
        ClusterRow cluster,
        PartsPerMillion tolerance,
        int? fullBar)
    {
        page.Add($"<li><b><a href=\"#machines\" data-show=\"host\"><bdi>{host.Facts.Name}</bdi></a></b>");
        var reported = WriteMarks(
            page,
            host.Facts.Name,
            host.Machines,
            fullBar,
            machine => ClassMatrix.GetHome(machine, lane, cluster, new FrequencyRules(tolerance))?.Number);
        page.Add($"<small>{reported}{State(host.Facts)}</small></li>\n");
    }

    /// <summary>A mark for each machine, or a bar, and what is to be seen in words.</summary>
    /// <param name="homeClass">The number in a mark; null for a picture that stands by itself, smaller and without numbers.</param>
    public static string WriteMarks(
        HtmlPage page,
        string name,
        IReadOnlyList<VirtualMachineFacts> machines,
        int? fullBar = null,
        Func<VirtualMachineFacts, int?>? homeClass = null)
    {
        var groups = machines.GroupBy(MachineRow.GetStanding)
            .OrderBy(group => group.Key)
            .Select(group => (Mark: MachineMark.For(group.Key), Machines: group.ToList()))
            .ToList();
        var reported = machines.Count == 0
            ? "no VMs"
            : string.Join(", ", groups.Select(group => $"{Counted.Number(group.Machines.Count)} {group.Mark.Word}"));
        var (columns, part) = homeClass is null && fullBar is null
            ? (machines.Count > Columns ? Columns : Columns / 2, 1.5)
            : (Columns, 1.0);
        if (machines.Count > 0 || homeClass is null)
        {
            var height = fullBar is null ? Math.Max(1, (machines.Count + columns - 1) / columns) * MachineMark.Pitch : MachineMark.Pitch;
            page.Add($"<svg class=\"marks\" width=\"{columns * MachineMark.Pitch / part}\" height=\"{height / part}\"");
            if (homeClass is null)
            {
                page.Add($" role=\"img\" viewBox=\"0 0 {columns * MachineMark.Pitch} {height}\"><title>{name}: {reported}</title>");
            }
            else
            {
                page.Add($" aria-hidden=\"true\">");
            }

            Draw(page, groups, columns, fullBar, homeClass ?? (_ => null));
            page.Add($"</svg>");
        }

        return reported;
    }

    public static void WriteLegend(HtmlPage page)
    {
        page.Add($"<ul class=\"legend\">");
        foreach (var mark in MachineMark.All)
        {
            page.Add($"<li><svg class=\"marks\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"{mark.Kind}\" d=\"{mark.Shape(0, 0)}\"/></svg> {mark.Word}</li>");
        }

        page.Add($"<li>a number is the class that it was powered on in</li>");
        page.Add($"</ul>\n");
    }

    /// <param name="number">The number in a mark; null for none.</param>
    public static void Draw<T>(
        HtmlPage page, List<(MachineMark Mark, List<T> Machines)> groups, int columns, int? fullBar, Func<T, int?> number)
    {
        var place = 0;
        var numbers = new List<(int X, int Y, int Number)>();
        foreach (var (mark, machines) in groups)
        {
            if (fullBar is { } maxMachines)
            {
                page.Add($"<rect class=\"{mark.Kind}\" x=\"{(double)Width * place / maxMachines}\" width=\"{(double)Width * machines.Count / maxMachines}\" height=\"{MachineMark.Pitch}\"/>");
                place += machines.Count;
                continue;
            }

            page.Add($"<path class=\"{mark.Kind}\" d=\"");
            foreach (var machine in machines)
            {
                var (column, row) = (place % columns, place++ / columns);
                page.Add($"{mark.Shape(column, row)}");
                if (number(machine) is { } known)
                {
                    numbers.Add(((column * MachineMark.Pitch) + 7, (row * MachineMark.Pitch) + 10, known));
                }
            }

            page.Add($"\"/>");
        }

        foreach (var (x, y, known) in numbers)
        {
            page.Add($"<text x=\"{x}\" y=\"{y}\">{known}</text>");
        }
    }

    private static string State(HostFacts host) => string.Concat(
        $"; scales the TSC: {ScalingText.Of(host)}",
        host.InMaintenanceMode == true ? ", in maintenance" : "",
        host.ConnectionState is null or "connected" ? "" : $", {host.ConnectionState}");
}
