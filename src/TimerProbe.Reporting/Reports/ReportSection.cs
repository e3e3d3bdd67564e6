namespace TimerProbe.Reporting.Reports;

/// <summary>Figures of one kind.</summary>
/// <param name="Title">What they are of.</param>
/// <param name="Columns">The heads of their table.</param>
/// <param name="Rows">The table; none where words say it.</param>
/// <param name="Notes">What is to be said of them.</param>
public sealed record ReportSection(
    string Title, IReadOnlyList<ReportColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows, IReadOnlyList<string> Notes)
{
    /// <summary>Whether short text leaves it out.</summary>
    public bool IsDetail { get; init; }

    /// <summary>The format that has what Markdown leaves out of a long section; null where Markdown has all.</summary>
    public string? WholeIn { get; init; }

    /// <summary>The columns that hold something, by their place.</summary>
    public IReadOnlyList<int> Shown =>
        field ??= [.. Enumerable.Range(0, Columns.Count).Where(column => Rows.Any(row => row[column].Length > 0))];

    /// <summary>A table of items, by what each column holds of one.</summary>
    internal static ReportSection Of<T>(string title, IEnumerable<T> items, params ColumnOf<T>[] columns)
        where T : class => new(
            title,
            Array.ConvertAll(columns, column => column.Column),
            [.. items.Select(item => Array.ConvertAll(columns, column => column.Of(item) ?? ""))],
            []);
}
