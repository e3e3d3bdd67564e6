using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

internal static class PlacementBar
{
    public static void Write(HtmlPage page, MachineCounts counts)
    {
        var parts = new (string Kind, int Count)[]
        {
            ("away", counts.Away),
            ("unknown", counts.Unknown),
            ("home", counts.Home),
            ("off", counts.Off)
        };
        page.Add($"<svg class=\"share\" role=\"img\" width=\"100%\" height=\"14\"><title>Where the virtual machines are</title><desc>{string.Join(", ", parts.Select(part => $"{part.Kind} {Counted.Number(part.Count)}"))}</desc>");
        var x = 0.0;
        foreach (var (kind, count) in parts.Where(part => part.Count > 0))
        {
            var width = 100.0 * count / counts.Total;
            page.Add($"<rect class=\"{kind}\" x=\"{x}%\" width=\"{width}%\" height=\"14\"/>");
            x += width;
        }

        page.Add($"</svg>\n");
    }
}
