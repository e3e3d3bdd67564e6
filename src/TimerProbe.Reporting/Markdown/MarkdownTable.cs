namespace TimerProbe.Reporting.Markdown;

/// <summary>A table of finished cells, a column without anything in it left out.</summary>
internal sealed class MarkdownTable(params string[] header)
{
    private readonly List<string[]> _rows = [];

    /// <summary>Adds a row; every bar in a cell must be escaped.</summary>
    public void Add(params string[] cells) => _rows.Add(cells);

    public void WriteTo(MarkdownPage page, string heading)
    {
        if (_rows.Count > 0)
        {
            page.Heading(2, heading);
            WriteTo(page);
        }
    }

    public void WriteTo(MarkdownPage page)
    {
        if (_rows.Count == 0)
        {
            return;
        }

        var shown = Enumerable.Range(0, header.Length).Where(column => _rows.Exists(row => row[column].Length > 0)).ToArray();
        page.Add(_rows.Prepend([.. header.Select(_ => "---")])
            .Prepend(header)
            .Select(row => $"| {string.Join(" | ", shown.Select(column => row[column]))} |"));
    }
}
