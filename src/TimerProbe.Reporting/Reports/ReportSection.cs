namespace TimerProbe.Reporting.Reports;

/// <summary>Figures of one kind.</summary>
public sealed record ReportSection(
    string Title, IReadOnlyList<ReportColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows, IReadOnlyList<string> Notes)
{
    public bool IsDetail { get; init; }

    /// <summary>The format that has what Markdown leaves out of a long section; null where Markdown has all.</summary>
    public string? WholeIn { get; init; }

    /// <summary>How severe what a row says is; null where it is not, and none for a section of figures alone.</summary>
    public IReadOnlyList<Severity?> Severities { get; init; } = [];

    public IReadOnlyList<int> Shown =>
        field ??= [.. Enumerable.Range(0, Columns.Count).Where(column => Rows.Any(row => row[column].Length > 0))];

    internal static ReportSection Of<T>(string title, IEnumerable<T> items, params ColumnOf<T>[] columns) => new(
            title,
            Array.ConvertAll(columns, column => column.Column),
            [.. items.Select(item => Array.ConvertAll(columns, column => column.Of(item) ?? ""))],
            []);
}
