namespace TimerProbe.Reporting.Reports;

/// <summary>Figures of one kind.</summary>
public sealed record ReportSection(
    string Title, IReadOnlyList<ReportColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows, IReadOnlyList<string> Notes)
{
    public bool IsDetail { get; init; }

    /// <summary>The format that has what Markdown leaves out of a long section; null where Markdown has all.</summary>
    public string? WholeIn { get; init; }

    public IReadOnlyList<int> Shown =>
        field ??= [.. Enumerable.Range(0, Columns.Count).Where(column => Rows.Any(row => row[column].Length > 0))];

    internal static ReportSection Of<T>(string title, IEnumerable<T> items, params ColumnOf<T>[] columns)
        where T : class => new(
            title,
            Array.ConvertAll(columns, column => column.Column),
            [.. items.Select(item => Array.ConvertAll(columns, column => column.Of(item) ?? ""))],
            []);
}
