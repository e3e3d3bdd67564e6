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

            if (fullBar is { } most)
            {
                WriteBar(page, groups, most);
            }
            else
            {
                WriteMarks(page, groups, columns, homeClass ?? (_ => null));
            }

            page.Add($"</svg>");
        }

        return reported;
    }

    public static void WriteLegend(HtmlPage page)
    {
        page.Add($"<ul class=\"legend\">");
        WriteEntry(page, MachineMark.Home, "", "at home");
        WriteEntry(page, MachineMark.WrongTime, "", "away, expected to keep wrong time");
        WriteEntry(page, MachineMark.Slow, "2", "measured slow in the guest; the number is its home class");
        WriteEntry(page, MachineMark.ExpectedSlow, "2", "away, expected slow");
        WriteEntry(page, MachineMark.Open, "2", "away, undecided");
        WriteEntry(page, MachineMark.Unaffected, "2", "away, not affected");
        WriteEntry(page, MachineMark.Unknown, "", "home unknown");
        WriteEntry(page, MachineMark.Off, "", "powered off or suspended");
        page.Add($"</ul>\n");
    }

    private static void WriteMarks(
        HtmlPage page,
        List<(MachineMark Mark, List<VirtualMachineFacts> Machines)> groups,
        int columns,
        Func<VirtualMachineFacts, int?> homeClass)
    {
        var place = 0;
        var numbers = new List<(int X, int Y, int Number)>();
        foreach (var group in groups)
        {
            page.Add($"<path class=\"{group.Mark.Kind}\" d=\"");
            foreach (var machine in group.Machines)
            {
                var (column, row) = (place % columns, place / columns);
                place++;
                page.Add($"{group.Mark.Shape(column, row)}");
                if (homeClass(machine) is { } number)
                {
                    numbers.Add(((column * MachineMark.Pitch) + 7, (row * MachineMark.Pitch) + 10, number));
                }
            }

            page.Add($"\"/>");
        }

        foreach (var (x, y, number) in numbers)
        {
            page.Add($"<text x=\"{x}\" y=\"{y}\">{number}</text>");
        }
    }

    private static void WriteBar(HtmlPage page, List<(MachineMark Mark, List<VirtualMachineFacts> Machines)> groups, int fullBar)
    {
        var x = 0.0;
        foreach (var group in groups)
        {
            var width = (double)Width * group.Machines.Count / fullBar;
            page.Add($"<rect class=\"{group.Mark.Kind}\" x=\"{x}\" width=\"{width}\" height=\"{MachineMark.Pitch}\"/>");
            x += width;
        }
    }

    private static void WriteEntry(HtmlPage page, MachineMark mark, string number, string meaning)
    {
        page.Add($"<li><svg class=\"marks\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"{mark.Kind}\" d=\"{mark.Shape(0, 0)}\"/>");
        if (number.Length > 0)
        {
            page.Add($"<text x=\"7\" y=\"10\">{number}</text>");
        }

        page.Add($"</svg> {meaning}</li>");
    }

    private static string State(HostFacts host) => string.Concat(
        $"; scales the TSC: {ScalingText.Of(host)}",
        host.InMaintenanceMode == true ? ", in maintenance" : "",
        host.ConnectionState is null or "connected" ? "" : $", {host.ConnectionState}");
}
