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
        var groups = host.Machines.GroupBy(MachineRow.StandingOf)
            .OrderBy(group => group.Key)
            .Select(group => (Mark: MachineMark.For(group.Key), Machines: group.ToList()))
            .ToList();
        var reported = host.Machines.Count == 0
            ? "no VMs"
            : string.Join(", ", groups.Select(group => $"{Counted.Number(group.Machines.Count)} {group.Mark.Word}"));
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

    private static void WriteBar(HtmlPage page, List<(MachineMark Mark, List<VirtualMachineFacts> Machines)> groups, HostScale scale)
    {
        var x = 0.0;
        foreach (var group in groups)
        {
            var width = (double)Width * group.Machines.Count / scale.MostOnOne;
            page.Add($"<rect class=\"{group.Mark.Kind}\" x=\"{x}\" width=\"{width}\" height=\"{MachineMark.Pitch}\"/>");
            x += width;
        }
    }

    private static string State(HostFacts host) => string.Concat(
        $"; scales the TSC: {ScalingText.Of(host)}",
        host.InMaintenanceMode == true ? ", in maintenance" : "",
        host.ConnectionState is null or "connected" ? "" : $", {host.ConnectionState}");
}

/// <summary>How the hosts of a cluster are drawn: with a mark for each machine, or with bars where there are many.</summary>
/// <param name="Marks">Whether each machine has its mark.</param>
/// <param name="MostOnOne">The machines on the fullest host: a full bar.</param>
internal sealed record HostScale(bool Marks, int MostOnOne)
{
    private const int MostMarks = 400;
    private const int MostMarksOnOne = 50;

    public static HostScale From(ClusterRow cluster)
    {
        var most = cluster.Lanes.SelectMany(lane => lane.Hosts).Select(host => host.Machines.Count).DefaultIfEmpty().Max();
        return new HostScale(cluster.Counts.Total <= MostMarks && most <= MostMarksOnOne, most);
    }
}

/// <summary>
/// A cluster's frequency classes on an axis to scale. With two of them it would show nothing: they are the ends.
/// Places are percentages, so that it is as wide as the page and its letters stay as they are.
/// </summary>
internal static class FrequencyAxis
{
    private const double Begin = 4;
    private const double End = 96;
    private const double LeastBetweenNumbers = 6;

    public static void Write(HtmlPage page, ClusterRow cluster)
    {
        var lanes = cluster.Classes;
        if (lanes.Count < 3)
        {
            return;
        }

        var low = lanes[0].Class!.LowHz.Hertz;
        var high = lanes[^1].Class!.HighHz.Hertz;
        double Place(long hertz) => Begin + ((End - Begin) * (hertz - low) / Math.Max(1, high - low));
        var ticks = lanes.Select(lane => Place(lane.Class!.LowHz.Hertz)).ToList();
        var numbers = Spread(ticks);
        page.Add($"<svg class=\"axis\" role=\"img\" width=\"100%\" height=\"46\"><title>Frequency classes to scale</title><desc>{string.Join("; ", lanes.Select(lane => $"class {Counted.Number(lane.Number)}: {lane.Span}"))}</desc>");
        page.Add($"<line x1=\"0\" y1=\"12\" x2=\"100%\" y2=\"12\"/>");
        for (var i = 0; i < lanes.Count; i++)
        {
            page.Add($"<line class=\"tick\" x1=\"{ticks[i]}%\" y1=\"3\" x2=\"{ticks[i]}%\" y2=\"21\"/><line x1=\"{ticks[i]}%\" y1=\"21\" x2=\"{numbers[i]}%\" y2=\"30\"/>");
            page.Add($"<text x=\"{numbers[i]}%\" y=\"43\">{lanes[i].Number}</text>");
        }

        page.Add($"</svg>\n");
    }

    private static double[] Spread(List<double> ticks)
    {
        var gap = Math.Min(LeastBetweenNumbers, (End - Begin) / ticks.Count);
        var places = ticks.ToArray();
        for (var i = 1; i < places.Length; i++)
        {
            places[i] = Math.Max(places[i], places[i - 1] + gap);
        }

        for (var i = places.Length - 1; i >= 0; i--)
        {
            places[i] = Math.Min(places[i], i == places.Length - 1 ? End + 2 : places[i + 1] - gap);
        }

        return places;
    }
}
