using Spectre.Console;

namespace TimerProbe.Cli.Output;

/// <summary>A cell; the columns of the highest rank are the first to go when a line is too long, rank 0 stays.</summary>
internal sealed record Cell(string Text, bool Right = false, int Rank = 0);

/// <summary>Aligned columns that give way to the width, least important first, instead of wrapping.</summary>
internal sealed class TextTable(int indent)
{
    private const string Gap = "  ";

    private readonly List<(Style? Style, Cell[] Cells)> _rows = [];

    /// <summary>Adds a row; every row has the same columns.</summary>
    public void Add(Style? style, params Cell[] cells) => _rows.Add((style, cells));

    /// <summary>Writes the columns that fit.</summary>
    public void Write(Page page)
    {
        if (_rows.Count == 0)
        {
            return;
        }

        var widths = Enumerable.Range(0, _rows[0].Cells.Length).Select(column => _rows.Max(row => row.Cells[column].Text.Length)).ToArray();
        var shown = Fitting(widths, page.Style.Width);
        if (Length(shown, widths) > page.Style.Width)
        {
            WriteAsParagraphs(page, shown);
            return;
        }

        foreach (var (style, cells) in _rows)
        {
            var line = string.Join(Gap, shown.Select(column => Pad(cells[column], widths[column])));
            page.Line((new string(' ', indent) + line.TrimEnd(), style));
        }
    }

    private int[] Fitting(int[] widths, int available)
    {
        var ranks = _rows[0].Cells.Select(cell => cell.Rank).ToArray();
        var shown = Enumerable.Range(0, widths.Length).Where(column => widths[column] > 0).ToList();
        while (Length(shown, widths) > available && shown.Max(column => ranks[column]) > 0)
        {
            shown.Remove(shown.MaxBy(column => ranks[column]));
        }

        return [.. shown];
    }

    private int Length(IEnumerable<int> shown, int[] widths) => indent + shown.Sum(column => widths[column] + Gap.Length) - Gap.Length;

    private void WriteAsParagraphs(Page page, int[] shown)
    {
        foreach (var (style, cells) in _rows)
        {
            page.Paragraph(string.Join(Gap, shown.Select(column => cells[column].Text).Where(text => text.Length > 0)), indent, style);
        }
    }

    private static string Pad(Cell cell, int width) => cell.Right ? cell.Text.PadLeft(width) : cell.Text.PadRight(width);
}
