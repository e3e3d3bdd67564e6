using Spectre.Console;

namespace TimerProbe.Cli.Output;

/// <summary>A section of a report: its table with notes below it, or a list.</summary>
internal static class SectionText
{
    private const int WidestCell = 32;
    private const string InFull = "--detail full";

    public static void Write(Page page, ReportSection section, bool isFull, int most = int.MaxValue, string whole = InFull)
    {
        if (section.Rows.Count == 0)
        {
            page.List(section.Title, section.Notes.Take(most));
            WriteMore(page, section.Notes.Count - most, whole);
            return;
        }

        page.Space();
        page.Paragraph(section.Title, style: Styles.Strong);
        Table(section, isFull, most, page.Style).Write(page);
        WriteMore(page, section.Rows.Count - most, whole);
        foreach (var note in section.Notes)
        {
            page.Paragraph(PlainText.OneLine(note), indent: 2, isFull ? Styles.None : Styles.Faint);
        }
    }

    public static bool Fits(ReportSection section, TextStyle style) =>
        section.Rows.Count == 0 || Table(section, isFull: true, int.MaxValue, style).Fits(style.Width);

    private static TextTable Table(ReportSection section, bool isFull, int most, TextStyle style)
    {
        var table = new TextTable(indent: 2);
        Add(Styles.Faint, [.. section.Columns.Select(column => Head(column.Title))]);
        foreach (var row in section.Rows.Take(most))
        {
            Add(Styles.None, row);
        }

        return table;

        // Without ranks the first two columns stay, and of the others the last go first.
        void Add(Style? text, IReadOnlyList<string> row) => table.Add(text, [.. section.Shown.Select((column, at) => new Cell(
            isFull ? row[column] : LineWidth.Fit(PlainText.OneLine(row[column]), WidestCell, style),
            section.Columns[column].Holds == ColumnContent.Figures,
            section.Columns[column].Rank ?? (at < 2 ? 0 : at)))]);
    }

    public static void WriteMore(Page page, int left, string whole = InFull, int indent = 2)
    {
        if (left > 0)
        {
            page.Paragraph($"and {Counted.Number(left)} more: {whole}", indent, Styles.Faint);
        }
    }

    private static string Head(string title) =>
        title.Length > 1 && char.IsUpper(title[1]) ? title : char.ToLowerInvariant(title[0]) + title[1..];
}
