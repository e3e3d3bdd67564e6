namespace TimerProbe.Cli.Output;

/// <summary>Aligned columns that give way to the width, least important first; of those that stay only the last one wraps.</summary>
internal sealed class TextTable(int indent)
{
    private const string Gap = "  ";
    private const int MinToWrap = 20;

    private readonly List<(Style? Style, Cell[] Cells)> _rows = [];
    private readonly Dictionary<int, string> _below = [];

    public void Add(Style? style, params Cell[] cells) =>
        _rows.Add((style, [.. cells.Select(cell => cell with { Text = PlainText.OneLine(cell.Text) })]));

    public void Below(string text) => _below[_rows.Count - 1] = text;

    /// <summary>Whether no line is longer than that, with all columns or without those that may go.</summary>
    public bool Fits(int width, bool allColumns)
    {
        var widths = Widths();
        return Length(allColumns ? Filled(widths) : Fitting(widths, width), widths) <= width;
    }

    public void Write(Page page)
    {
        if (_rows.Count == 0)
        {
            return;
        }

        var widths = Widths();
        var shown = Fitting(widths, page.Style.Width);
        List<int> others = [.. shown.SkipLast(1)];
        var room = page.Style.Width - Length(others, widths) - Gap.Length;
        if (Length(shown, widths) > page.Style.Width && room < MinToWrap)
        {
            WriteAsParagraphs(page, shown);
            return;
        }

        for (var index = 0; index < _rows.Count; index++)
        {
            var (style, cells) = _rows[index];
            var line = (new string(' ', indent) + string.Join(Gap, shown.Select(column => Pad(cells[column], widths[column])))).TrimEnd();
            if (TextStyle.GetWidth(line) <= page.Style.Width)
            {
                page.Line((line, style));
            }
            else if (cells[shown[^1]].Text.Split(' ').Any(word => TextStyle.GetWidth(word) > room))
            {
                WriteAsParagraph(page, shown, index);
            }
            else
            {
                var before = string.Concat(others.Select(column => Pad(cells[column], widths[column]) + Gap));
                page.Paragraph(cells[shown[^1]].Text, indent, style, hanging: before);
            }

            WriteBelow(page, index);
        }
    }

    private int[] Widths()
    {
        var widths = new int[_rows[0].Cells.Length];
        foreach (var (_, cells) in _rows)
        {
            for (var column = 0; column < cells.Length; column++)
            {
                widths[column] = Math.Max(widths[column], cells[column].Spans ? 0 : TextStyle.GetWidth(cells[column].Text));
            }
        }

        return widths;
    }

    private List<int> Fitting(int[] widths, int available)
    {
        var ranks = Array.ConvertAll(_rows[0].Cells, cell => cell.Rank);
        var shown = Filled(widths);
        while (Length(shown, widths) > available && shown.Max(column => ranks[column]) > 0)
        {
            shown.Remove(shown.MaxBy(column => ranks[column]));
        }

        return shown;
    }

    private static List<int> Filled(int[] widths) => [.. Enumerable.Range(0, widths.Length).Where(column => widths[column] > 0)];

    private int Length(List<int> shown, int[] widths) => indent + shown.Sum(column => widths[column] + Gap.Length) - Gap.Length;

    private void WriteAsParagraphs(Page page, List<int> shown)
    {
        for (var index = 0; index < _rows.Count; index++)
        {
            WriteAsParagraph(page, shown, index);
            WriteBelow(page, index);
        }
    }

    private void WriteAsParagraph(Page page, List<int> shown, int row)
    {
        var (style, cells) = _rows[row];
        page.Paragraph(string.Join(Gap, shown.Select(column => cells[column].Text).Where(text => text.Length > 0)), indent, style);
    }

    private void WriteBelow(Page page, int row)
    {
        if (_below.TryGetValue(row, out var text))
        {
            page.Paragraph(text, indent + Gap.Length, Styles.Faint);
        }
    }

    private static string Pad(Cell cell, int width)
    {
        var space = new string(' ', Math.Max(0, width - TextStyle.GetWidth(cell.Text)));
        return cell.Right ? space + cell.Text : cell.Text + space;
    }
}
