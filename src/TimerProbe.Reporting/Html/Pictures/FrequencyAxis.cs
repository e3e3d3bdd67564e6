using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

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
