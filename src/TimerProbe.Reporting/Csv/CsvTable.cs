using System.Text.RegularExpressions;

namespace TimerProbe.Reporting.Csv;

/// <summary>Rows as RFC 4180 text; cells that a spreadsheet would take for a formula are escaped.</summary>
internal static partial class CsvTable
{
    /// <summary>What begins a formula in some spreadsheet, the wide forms included.</summary>
    private const string FormulaBeginnings = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    public static void Write<TRow>(TextWriter output, IReadOnlyList<(string Name, Func<TRow, string?> Of)> columns, IEnumerable<TRow> rows)
    {
        Write(output, columns.Select(column => column.Name));
        foreach (var row in rows)
        {
            Write(output, columns.Select(column => column.Of(row)));
        }
    }

    private static void Write(TextWriter output, IEnumerable<string?> cells) =>
        output.Write($"{string.Join(',', cells.Select(cell => Quoted(Harmless(cell))))}\r\n");

    private static string? Quoted(string? cell) =>
        cell?.AsSpan().ContainsAny(",\"\r\n") == true ? $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : cell;

    private static string? Harmless(string? cell) =>
        cell is { Length: > 0 } && FormulaBeginnings.Contains(cell[0], StringComparison.Ordinal) && !Figure().IsMatch(cell)
            ? "'" + cell
            : cell;

    [GeneratedRegex(@"\A-[0-9]+(\.[0-9]+)?\z", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Figure();
}
