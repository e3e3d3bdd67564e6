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
        var groups = host.Machines.GroupBy(MachineRow.GetStanding)
            .OrderBy(group => group.Key)
            .Select(group => (Mark: MachineMark.For(group.Key), Machines: group.ToList()))
            .ToList();
        var reported = host.Machines.Count == 0
            ? "no VMs"
            : string.Join(", ", groups.Select(group => $"{Counted.Number(group.Machines.Count)} {group.Mark.Word}"));
        if (host.Machines.Count > 0)
        {
            var height = fullBar is null ? (host.Machines.Count + Columns - 1) / Columns * MachineMark.Pitch : MachineMark.Pitch;
            page.Add(
                $"<svg class=\"marks\" role=\"img\" width=\"{Width}\" height=\"{height}\"><title>{host.Facts.Name}: {reported}</title>");
            if (fullBar is { } most)
            {
                WriteBar(page, groups, most);
            }
            else
            {
                WriteMarks(page, groups, machine => ClassMatrix.GetHome(machine, lane, cluster, new FrequencyRules(tolerance))?.Number);
            }

            page.Add($"</svg>");
        }

        page.Add($"<small>{reported}{State(host.Facts)}</small></li>\n");
    }

    public static void WriteLegend(HtmlPage page)
    {
        page.Add($"<ul class=\"legend\">");
        WriteEntry(page, MachineMark.Home, "", "at home");
        WriteEntry(page, MachineMark.Slow, "2", "measured slow in the guest; the number is its home class");
        WriteEntry(page, MachineMark.ExpectedSlow, "2", "away, expected slow");
        WriteEntry(page, MachineMark.Open, "2", "away, to settle");
        WriteEntry(page, MachineMark.Unaffected, "2", "away, not affected");
        WriteEntry(page, MachineMark.Unknown, "", "home unknown");
        WriteEntry(page, MachineMark.Off, "", "powered off or suspended");
        page.Add($"</ul>\n");
    }

    private static void WriteMarks(
        HtmlPage page, List<(MachineMark Mark, List<VirtualMachineFacts> Machines)> groups, Func<VirtualMachineFacts, int?> homeClass)
    {
        var place = 0;
        var numbers = new List<(int X, int Y, int Number)>();
        foreach (var group in groups)
        {
            page.Add($"<path class=\"{group.Mark.Kind}\" d=\"");
            foreach (var machine in group.Machines)
            {
                var (column, row) = (place % Columns, place / Columns);
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
