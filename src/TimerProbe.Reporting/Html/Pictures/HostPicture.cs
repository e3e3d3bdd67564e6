using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

internal static class HostPicture
{
    private const int Columns = 10;
    private const int Width = Columns * MachineMark.Pitch;

    public static void Write(HtmlPage page, HostRow host, ClassRow lane, ClusterRow cluster, PartsPerMillion tolerance, HostScale scale)
    {
        page.Add($"<li><b><a href=\"#machines\" data-show=\"host\"><bdi>{host.Facts.Name}</bdi></a></b>");
        var groups = host.Machines.GroupBy(MachineMark.For).OrderBy(group => MachineMark.All.IndexOf(group.Key)).ToList();
        var reported = host.Machines.Count == 0
            ? "no VMs"
            : string.Join(", ", groups.Select(group => $"{Counted.Number(group.Count())} {group.Key.Word}"));
        if (host.Machines.Count > 0)
        {
            var height = scale.Marks ? (host.Machines.Count + Columns - 1) / Columns * MachineMark.Pitch : MachineMark.Pitch;
            page.Add(
                $"<svg class=\"marks\" role=\"img\" width=\"{Width}\" height=\"{height}\"><title>{host.Facts.Name}: {reported}</title>");
            if (scale.Marks)
            {
                WriteMarks(page, groups, machine => ClassMatrix.HomeOf(machine, lane, cluster, new FrequencyRules(tolerance))?.Number);
            }
            else
            {
                WriteBar(page, groups, scale);
            }

            page.Add($"</svg>");
        }

        page.Add($"<small>{reported}{State(host.Facts)}</small></li>\n");
    }

    private static void WriteMarks(
        HtmlPage page, List<IGrouping<MachineMark, VirtualMachineFacts>> groups, Func<VirtualMachineFacts, int?> homeClass)
    {
        var place = 0;
        var numbers = new List<(int X, int Y, int Number)>();
        foreach (var group in groups)
        {
            page.Add($"<path class=\"{group.Key.Kind}\" d=\"");
            foreach (var machine in group)
            {
                var (column, row) = (place % Columns, place / Columns);
                place++;
                page.Add($"{group.Key.Shape(column, row)}");
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

    private static void WriteBar(HtmlPage page, List<IGrouping<MachineMark, VirtualMachineFacts>> groups, HostScale scale)
    {
        var x = 0.0;
        foreach (var group in groups)
        {
            var width = (double)Width * group.Count() / scale.MostOnOne;
            page.Add($"<rect class=\"{group.Key.Kind}\" x=\"{x}\" width=\"{width}\" height=\"{MachineMark.Pitch}\"/>");
            x += width;
        }
    }

    private static string State(HostFacts host) => string.Concat(
        host.InMaintenanceMode == true ? ", in maintenance" : "",
        host.ConnectionState is null or "connected" ? "" : $", {host.ConnectionState}");
}
