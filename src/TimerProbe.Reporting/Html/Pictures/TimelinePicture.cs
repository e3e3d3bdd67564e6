using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.History;
using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Html.Pictures;

/// <summary>
/// A history on a line of time: where, how fast the clock, and what happened. Places are percentages, so that it is as wide as the
/// page and its letters stay as they are.
/// </summary>
internal static class TimelinePicture
{
    private const int RowHeight = 26;
    private const double LeastWidth = 0.3;

    public static void Write(HtmlPage page, HistoryDocument document)
    {
        var line = Timeline.Create(document);
        page.Add($"<section id=\"summary\" aria-labelledby=\"line-title\">\n<h2 id=\"line-title\">Over time</h2>\n");
        var most = Math.Max(1, line.Places.Select(stretch => stretch.Count).DefaultIfEmpty().Max());
        WriteRow(page, line, line.Places, Title(document.Subject.Kind), most);
        WriteRow(page, line, line.Clock, "Clock", 1);
        WriteMarks(page, line);
        TimeAxis.Write(page, line.From, line.To);
        page.Add($"<p class=\"note ends\"><span>{Times.Minute(line.From)}</span> <span>{Times.Minute(line.To)} UTC</span></p>\n");
        WriteLegend(page, line);
        page.Add($"</section>\n");
    }

    private static string Title(SubjectKind kind) => kind switch
    {
        SubjectKind.Cluster => "Machines away",
        SubjectKind.Host => "Connection",
        _ => "Placement",
    };

    private static void WriteRow(HtmlPage page, Timeline line, IReadOnlyList<TimelineSpan> stretches, string title, int most)
    {
        if (stretches.Count == 0)
        {
            return;
        }

        page.Add($"<h3>{title}</h3>\n<svg class=\"time\" role=\"img\" width=\"100%\" height=\"{RowHeight}\"><title>{title}</title><desc>{string.Join(", ", stretches.Select(stretch => stretch.Kind).Distinct(StringComparer.Ordinal))}</desc>");
        foreach (var stretch in stretches)
        {
            var begin = Place(line, stretch.From);
            var width = Math.Max(LeastWidth, Place(line, stretch.To) - begin);
            var height = stretch.Count == 0 ? RowHeight : Math.Max(3.0, RowHeight * (double)stretch.Count / most);
            page.Add($"<rect class=\"{stretch.Kind}\" x=\"{begin}%\" y=\"{RowHeight - height}\" width=\"{width}%\" height=\"{height}\"><title>{Told(stretch)}</title></rect>");
        }

        page.Add($"</svg>\n");
    }

    private static string Told(TimelineSpan stretch) =>
        $"{stretch.Kind}{(stretch.Count > 0 ? $" ({Counted.Number(stretch.Count)})" : "")}, {Times.Minute(stretch.From)} to {Times.Minute(stretch.To)}";

    private static void WriteMarks(HtmlPage page, Timeline line)
    {
        if (line.Marks.Count == 0)
        {
            return;
        }

        page.Add($"<h3>Events</h3>\n<svg class=\"time\" role=\"img\" width=\"100%\" height=\"{RowHeight}\"><title>Events</title><desc>{Counted.Of(line.Marks.Count, "event")}</desc>");
        foreach (var mark in line.Marks)
        {
            var kind = mark.Kind.ToDocumentName();
            page.Add($"<line class=\"{kind}\" x1=\"{Place(line, mark.At)}%\" y1=\"2\" x2=\"{Place(line, mark.At)}%\" y2=\"{RowHeight - 2}\"><title>{kind}, {Times.Minute(mark.At)}</title></line>");
        }

        page.Add($"</svg>\n");
    }

    private static void WriteLegend(HtmlPage page, Timeline line)
    {
        page.Add($"<ul class=\"legend\">");
        foreach (var kind in line.Places.Concat(line.Clock).Select(stretch => stretch.Kind).Distinct(StringComparer.Ordinal))
        {
            page.Add($"<li><svg class=\"time\" width=\"14\" height=\"14\" aria-hidden=\"true\"><rect class=\"{kind}\" width=\"14\" height=\"14\"/></svg> {TimelineLegend.NameOf(kind)}</li>");
        }

        foreach (var kind in line.Marks.Select(mark => mark.Kind).Distinct())
        {
            page.Add($"<li><svg class=\"time\" width=\"14\" height=\"14\" aria-hidden=\"true\"><line class=\"{kind.ToDocumentName()}\" x1=\"7\" y1=\"0\" x2=\"7\" y2=\"14\"/></svg> {TimelineLegend.NameOf(kind)}</li>");
        }

        page.Add($"</ul>\n");
    }

    private static double Place(Timeline line, DateTimeOffset at) => 100.0 * Math.Clamp((at - line.From) / (line.To - line.From), 0, 1);
}
