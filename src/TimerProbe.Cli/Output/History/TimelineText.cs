namespace TimerProbe.Cli.Output;

/// <summary>A history as rows of characters, a column a stretch of time, which shows its most severe state, high or dark.</summary>
internal static class TimelineText
{
    private const int MaxWidth = 110;
    private const int LabelWidth = 13;
    private const int LongEnds = 36;
    private const int MaxInDigit = 9;

    private static readonly List<string> ByGravity =
    [
        "connected", "home", "healthy", "off", "unknown", "unclear", "check", "maintenance", "suspicious", "away", "notConnected", "slow",
    ];

    public static void Write(Page page, Timeline line, string placesLabel)
    {
        var cells = Math.Min(page.Style.Width, MaxWidth) - LabelWidth;
        WriteRow(page, placesLabel, Draw(line, cells, line.Places, stretch => GetPlace(stretch, page.Style)));
        WriteRow(page, "clock", Draw(line, cells, line.Clock, stretch => GetClock(stretch, page.Style)));
        WriteRow(page, "events", DrawMarks(line, cells));
        var form = cells >= LongEnds ? "yyyy-MM-dd HH:mm" : "MM-dd";
        var (from, to) = (line.From.UtcDateTime.ToString(form), line.To.UtcDateTime.ToString(form));
        page.Line((new string(' ', LabelWidth) + from + to.PadLeft(Math.Max(to.Length + 1, cells - from.Length)), Styles.Faint));
        WriteLegend(page, placesLabel, line.Places.Select(stretch => stretch.Count > 0
            ? "1 to 9 machines away, + for more"
            : $"{GetPlace(stretch, page.Style)} {Timeline.GetName(stretch.Kind)}"));
        WriteLegend(page, "clock", line.Clock.Select(stretch => $"{GetClock(stretch, page.Style)} {Timeline.GetName(stretch.Kind)}"));
        WriteLegend(page, "events", line.Marks.Select(mark => $"{GetMark(mark.Kind)} {Timeline.GetName(mark.Kind)}"));
        var several = line.Marks.Count > 0 ? ", * for events of several kinds" : "";
        page.Paragraph($"Each column is {PlainText.Span((line.To - line.From) / cells)} and shows its worst state{several}.", indent: 2, Styles.Faint);
    }

    public static char GetClock(TimelineSpan stretch, TextStyle style)
    {
        return stretch.Kind switch
        {
            "healthy" => Of('▁', '_', '_'),
            "check" => Of('▃', '░', '-'),
            "suspicious" => Of('▅', '▒', '='),
            "slow" => Of('█', '█', '#'),
            _ => '?',
        };

        // WGL4 has no blocks of an eighth: there dark is bad.
        char Of(char symbol, char inWgl4, char inAscii) => !style.Unicode ? inAscii : style.Symbols ? symbol : inWgl4;
    }

    private static void WriteRow(Page page, string label, string row)
    {
        if (row.Trim().Length > 0)
        {
            page.Line(("  " + label.PadRight(LabelWidth - 2) + row.TrimEnd(), null));
        }
    }

    private static void WriteLegend(Page page, string row, IEnumerable<string> entries)
    {
        if (string.Join(", ", entries.Distinct()) is { Length: > 0 } legend)
        {
            page.Paragraph($"{row}: {legend}", indent: 2, Styles.Faint);
        }
    }

    private static string Draw(Timeline line, int cells, IReadOnlyList<TimelineSpan> stretches, Func<TimelineSpan, char> glyph)
    {
        var shown = new TimelineSpan?[cells];
        foreach (var stretch in stretches)
        {
            var first = GetColumn(line, cells, stretch.From);
            var last = stretch.To > stretch.From ? Math.Max(first, GetColumn(line, cells, stretch.To.AddTicks(-1))) : first;
            for (var column = first; column <= last; column++)
            {
                shown[column] = shown[column] is { } other && GetGravity(other) >= GetGravity(stretch) ? other : stretch;
            }
        }

        return string.Concat(shown.Select(stretch => stretch is null ? ' ' : glyph(stretch)));
    }

    private static string DrawMarks(Timeline line, int cells)
    {
        var shown = new string(' ', cells).ToCharArray();
        foreach (var mark in line.Marks)
        {
            var (column, letter) = (GetColumn(line, cells, mark.At), GetMark(mark.Kind));
            shown[column] = shown[column] == ' ' || shown[column] == letter ? letter : '*';
        }

        return new string(shown);
    }

    private static int GetColumn(Timeline line, int cells, DateTimeOffset at) =>
        (int)Math.Clamp((at - line.From) / (line.To - line.From) * cells, 0, cells - 1);

    private static int GetGravity(TimelineSpan stretch) => ByGravity.IndexOf(stretch.Kind) + stretch.Count;

    private static char GetMark(MarkKind mark) => mark switch
    {
        MarkKind.Move => 'm',
        MarkKind.Power => 'p',
        MarkKind.Setting => 'c',
        MarkKind.Session => 's',
        _ => 'n',
    };

    private static char GetPlace(TimelineSpan stretch, TextStyle style) => stretch switch
    {
        { Count: > MaxInDigit } => '+',
        { Count: > 0 and var count } => (char)('0' + count),
        { Kind: "away" } => style.Unicode ? '█' : '#',
        { Kind: "home" or "connected" } => style.Unicode ? '─' : '-',
        { Kind: "off" } => style.Unicode ? '·' : '.',
        { Kind: "maintenance" } => 'm',
        { Kind: "notConnected" } => 'x',
        _ => '?',
    };
}
