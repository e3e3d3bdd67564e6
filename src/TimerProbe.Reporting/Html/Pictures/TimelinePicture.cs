namespace TimerProbe.Reporting.Html;

/// <summary>A history on a line of time. Places are percentages: it is as wide as the page, and its letters do not stretch.</summary>
internal static class TimelinePicture
{
    private const int RowHeight = 26;
    private const int MaxTicks = 6;
    private const double MinWidth = 0.3;

    private static readonly TimeSpan[] TickSteps =
    [
        TimeSpan.FromHours(1), TimeSpan.FromHours(3), TimeSpan.FromHours(6), TimeSpan.FromHours(12),
        TimeSpan.FromDays(1), TimeSpan.FromDays(2), TimeSpan.FromDays(7), TimeSpan.FromDays(14), TimeSpan.FromDays(28),
        TimeSpan.FromDays(91), TimeSpan.FromDays(182), TimeSpan.FromDays(364), TimeSpan.FromDays(1820),
    ];

    public static void Write(HtmlPage page, HistoryDocument document)
    {
        var line = Timeline.Create(document);
        page.Add($"<section id=\"summary\" aria-labelledby=\"line-title\">\n<h2 id=\"line-title\">Over time</h2>\n");
        var maxCount = Math.Max(1, line.Places.Select(stretch => stretch.Count).DefaultIfEmpty().Max());
        WriteRow(page, line, line.Places, Title(document.Subject.Kind), maxCount);
        WriteRow(page, line, line.Clock, "Clock", 1);
        WriteMarks(page, line);
        WriteTicks(page, line.From, line.To);
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

    private static void WriteRow(HtmlPage page, Timeline line, IReadOnlyList<TimelineSpan> stretches, string title, int maxCount)
    {
        if (stretches.Count == 0)
        {
            return;
        }

        page.Add($"<h3>{title}</h3>\n<svg class=\"time\" role=\"img\" width=\"100%\" height=\"{RowHeight}\"><title>{title}</title><desc>{string.Join(", ", stretches.Select(stretch => stretch.Kind).Distinct())}</desc>");
        foreach (var stretch in stretches)
        {
            var begin = Place(line, stretch.From);
            var width = Math.Max(MinWidth, Place(line, stretch.To) - begin);
            var height = stretch.Count == 0 ? RowHeight : Math.Max(3.0, RowHeight * (double)stretch.Count / maxCount);
            page.Add($"<rect class=\"{stretch.Kind}\" x=\"{begin}%\" y=\"{RowHeight - height}\" width=\"{width}%\" height=\"{height}\"><title>{Describe(stretch)}</title></rect>");
        }

        page.Add($"</svg>\n");
    }

    private static string Describe(TimelineSpan stretch) =>
        $"{stretch.Kind}{(stretch.Count > 0 ? $" ({Counted.Number(stretch.Count)})" : "")}, {Times.Minute(stretch.From)} to {Times.Minute(stretch.To)}";

    private static void WriteMarks(HtmlPage page, Timeline line)
    {
        if (line.Marks.Count == 0)
        {
            return;
        }

        page.Add($"<h3>Events</h3>\n<svg class=\"time\" role=\"img\" width=\"100%\" height=\"{RowHeight}\"><title>Events</title><desc>{Counted.Of(line.Marks.Count, Noun.Event)}</desc>");
        foreach (var mark in line.Marks)
        {
            var kind = mark.Kind.ToDocumentName();
            page.Add($"<line class=\"{kind}\" x1=\"{Place(line, mark.At)}%\" y1=\"2\" x2=\"{Place(line, mark.At)}%\" y2=\"{RowHeight - 2}\"><title>{kind}, {Times.Minute(mark.At)}</title></line>");
        }

        page.Add($"</svg>\n");
    }

    /// <summary>Dates at whole hours, days, weeks or months, as many as there is room for on a phone.</summary>
    private static void WriteTicks(HtmlPage page, DateTimeOffset from, DateTimeOffset to)
    {
        page.Add($"<svg class=\"dates\" aria-hidden=\"true\" width=\"100%\" height=\"22\">");
        foreach (var at in Ticks(from, to))
        {
            var place = 100.0 * ((at - from) / (to - from));
            page.Add($"<line x1=\"{place}%\" y1=\"0\" x2=\"{place}%\" y2=\"5\"/><text x=\"{place}%\" y=\"18\" text-anchor=\"{(place < 6 ? "start" : place > 94 ? "end" : "middle")}\">{Label(at, to - from)}</text>");
        }

        page.Add($"</svg>\n");
    }

    private static IEnumerable<DateTimeOffset> Ticks(DateTimeOffset from, DateTimeOffset to)
    {
        var step = TickSteps.FirstOrDefault(step => (to - from) / step <= MaxTicks, TickSteps[^1]);
        for (var ticks = (from.UtcTicks + step.Ticks - 1) / step.Ticks * step.Ticks; ticks <= to.UtcTicks; ticks += step.Ticks)
        {
            yield return new DateTimeOffset(ticks, TimeSpan.Zero);
        }
    }

    private static string Label(DateTimeOffset at, TimeSpan span) =>
        at.ToString(
            span <= TimeSpan.FromDays(3) ? "MMM d HH:mm" : span <= TimeSpan.FromDays(300) ? "MMM d" : "MMM yyyy",
            CultureInfo.InvariantCulture);

    private static void WriteLegend(HtmlPage page, Timeline line)
    {
        page.Add($"<ul class=\"legend\">");
        foreach (var kind in line.Places.Concat(line.Clock).Select(stretch => stretch.Kind).Distinct())
        {
            page.Add($"<li><svg class=\"time\" width=\"14\" height=\"14\" aria-hidden=\"true\"><rect class=\"{kind}\" width=\"14\" height=\"14\"/></svg> {Timeline.GetName(kind)}</li>");
        }

        foreach (var kind in line.Marks.Select(mark => mark.Kind).Distinct())
        {
            page.Add($"<li><svg class=\"time\" width=\"14\" height=\"14\" aria-hidden=\"true\"><line class=\"{kind.ToDocumentName()}\" x1=\"7\" y1=\"0\" x2=\"7\" y2=\"14\"/></svg> {Timeline.GetName(kind)}</li>");
        }

        page.Add($"</ul>\n");
    }

    private static double Place(Timeline line, DateTimeOffset at) => 100.0 * Math.Clamp((at - line.From) / (line.To - line.From), 0, 1);
}
