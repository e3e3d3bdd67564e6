namespace TimerProbe.Cli.Output;

/// <summary>A history as rows of characters over the width, one column a stretch of time; what is gravest in it is shown.</summary>
internal static class TimelineText
{
    private const int Widest = 110;
    private const int LabelWidth = 13;
    private const int LongEnds = 36;

    public static void Write(Page page, Timeline line, string placesLabel)
    {
        var cells = Math.Min(page.Style.Width, Widest) - LabelWidth;
        var glyphs = new TimelineGlyphs(page.Style);
        var clock = new Columns(line, cells);
        WriteRow(page, placesLabel, clock.Draw(line.Places, glyphs.OfPlace));
        WriteRow(page, "clock", clock.Draw(line.Clock, glyphs.OfClock));
        WriteRow(page, "events", clock.Draw(line.Marks));
        var form = cells >= LongEnds ? "yyyy-MM-dd HH:mm" : "MM-dd";
        var (from, to) = (Time(line.From, form), Time(line.To, form));
        page.Line((new string(' ', LabelWidth) + from + to.PadLeft(Math.Max(to.Length + 1, cells - from.Length)), Styles.Faint));
        WriteLegend(page, line, glyphs, placesLabel, (line.To - line.From) / cells);
    }

    private static void WriteRow(Page page, string label, string row)
    {
        if (row.Trim().Length > 0)
        {
            page.Line(("  " + label.PadRight(LabelWidth - 2) + row.TrimEnd(), null));
        }
    }

    private static void WriteLegend(Page page, Timeline line, TimelineGlyphs glyphs, string placesLabel, TimeSpan column)
    {
        Legend(placesLabel, line.Places.Select(stretch => stretch.Count > 0
            ? "1 to 9 machines away, + for more"
            : $"{glyphs.OfPlace(stretch)} {Timeline.NameOf(stretch.Kind)}"));
        Legend("clock", line.Clock.Select(stretch => $"{glyphs.OfClock(stretch)} {Timeline.NameOf(stretch.Kind)}"));
        Legend("events", line.Marks.Select(mark => $"{TimelineGlyphs.Of(mark.Kind)} {Timeline.NameOf(mark.Kind)}"));
        var several = line.Marks.Count > 0 ? ", * for events of several kinds" : "";
        page.Paragraph($"A column is {Length(column)}; the most severe in it is shown{several}.", indent: 2, Styles.Faint);

        void Legend(string row, IEnumerable<string> entries)
        {
            var reported = entries.Distinct().ToList();
            if (reported.Count > 0)
            {
                page.Paragraph($"{row}: {string.Join(", ", reported)}", indent: 2, Styles.Faint);
            }
        }
    }

    private static string Length(TimeSpan column) => column switch
    {
        { TotalHours: >= 48 } => $"{column.TotalDays:0.#} days",
        { TotalMinutes: >= 120 } => $"{column.TotalHours:0.#} hours",
        { TotalSeconds: >= 120 } => $"{column.TotalMinutes:0.#} minutes",
        _ => $"{column.TotalSeconds:0.#} seconds",
    };

    private static string Time(DateTimeOffset time, string form) => time.UtcDateTime.ToString(form);

    private sealed class Columns(Timeline line, int cells)
    {
        public string Draw(IReadOnlyList<TimelineSpan> stretches, Func<TimelineSpan, char> glyph)
        {
            var shown = new TimelineSpan?[cells];
            foreach (var stretch in stretches)
            {
                var (first, last) = (Column(stretch.From), LastColumn(stretch));
                for (var column = first; column <= last; column++)
                {
                    if (shown[column] is not { } other || TimelineGlyphs.GetSeverity(stretch) > TimelineGlyphs.GetSeverity(other))
                    {
                        shown[column] = stretch;
                    }
                }
            }

            return string.Concat(shown.Select(stretch => stretch is null ? ' ' : glyph(stretch)));
        }

        public string Draw(IReadOnlyList<Mark> marks)
        {
            var shown = new string(' ', cells).ToCharArray();
            foreach (var mark in marks)
            {
                var (column, letter) = (Column(mark.At), TimelineGlyphs.Of(mark.Kind));
                shown[column] = shown[column] == ' ' || shown[column] == letter ? letter : '*';
            }

            return new string(shown);
        }

        private int LastColumn(TimelineSpan stretch) =>
            stretch.To > stretch.From ? Math.Max(Column(stretch.From), Column(stretch.To.AddTicks(-1))) : Column(stretch.From);

        private int Column(DateTimeOffset at) => (int)Math.Clamp((at - line.From) / (line.To - line.From) * cells, 0, cells - 1);
    }
}
