using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

internal static class TrendPicture
{
    private const int Height = 72;
    private const double Gap = 0.3;

    public static void Write(HtmlPage page, ScanReport report)
    {
        if (report.Document.Trend is not { Scans.Count: > 0 } trend)
        {
            return;
        }

        var counts = report.Counts;
        List<EarlierScan> scans = [
            .. trend.Scans,
            new(report.Document.StartedAt, IsFull: true, counts.Home, counts.Away, counts.Unknown, counts.Off)
        ];
        var most = Math.Max(1, scans.Max(scan => scan.Away));
        page.Add($"<h3>Away over the last {Counted.Number(scans.Count)} scans <small>most at once: {Counted.Number(scans.Max(scan => scan.Away))}</small></h3>\n");
        page.Add($"<svg class=\"trend\" role=\"img\" width=\"100%\" height=\"{Height}\"><title>Machines away in each scan</title><desc>{string.Join("; ", scans.Select(Told))}</desc>");
        var width = 100.0 / scans.Count;
        foreach (var (index, scan) in scans.Index())
        {
            var height = scan.Away == 0 ? 1 : Math.Max(3, (double)Height * scan.Away / most);
            page.Add($"<rect class=\"{(scan.Away == 0 ? "none" : scan.IsFull ? "away" : "part")}\" x=\"{(width * index) + Gap}%\" y=\"{Height - height}\" width=\"{width - (2 * Gap)}%\" height=\"{height}\"><title>{Told(scan)}</title></rect>");
        }

        page.Add($"</svg>\n<p class=\"note ends\"><span>{Times.Minute(scans[0].At)}: {Counted.Number(scans[0].Away)} away</span> <span>now: {Counted.Number(counts.Away)} away</span></p>\n");
    }

    private static string Told(EarlierScan scan) =>
        $"{Times.Minute(scan.At)}: {Counted.Number(scan.Away)} away{(scan.IsFull ? "" : ", read in part")}";
}
