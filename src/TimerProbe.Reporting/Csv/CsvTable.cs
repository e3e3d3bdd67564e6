using System.Globalization;
using System.Text.RegularExpressions;
using CsvHelper;
using CsvHelper.Configuration;

namespace TimerProbe.Reporting.Csv;

/// <summary>Rows as RFC 4180 text; cells that a spreadsheet would take for a formula are escaped.</summary>
internal static partial class CsvTable
{
    /// <summary>What begins a formula in some spreadsheet, the wide forms included.</summary>
    private const string FormulaBeginnings = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    // The library would put an apostrophe before a negative figure, too.
    private static readonly CsvConfiguration Configuration = new(CultureInfo.InvariantCulture)
    {
        InjectionOptions = InjectionOptions.None,
        NewLine = "\r\n",
        ShouldQuote = field => field.Field is { Length: > 0 } text && text.IndexOfAny([',', '"', '\r', '\n']) >= 0,
    };

    /// <summary>Writes the rows, each as it comes, below a header of the columns' names.</summary>
    public static void Write<TRow>(TextWriter output, IReadOnlyList<(string Name, Func<TRow, string?> Of)> columns, IEnumerable<TRow> rows)
    {
        using var csv = new CsvWriter(output, Configuration, leaveOpen: true);
        Write(csv, columns.Select(column => column.Name));
        foreach (var row in rows)
        {
            Write(csv, columns.Select(column => column.Of(row)));
        }
    }

    private static void Write(CsvWriter csv, IEnumerable<string?> cells)
    {
        foreach (var cell in cells)
        {
            csv.WriteField(Harmless(cell));
        }

        csv.NextRecord();
    }

    private static string? Harmless(string? cell) =>
        cell is { Length: > 0 } && FormulaBeginnings.Contains(cell[0], StringComparison.Ordinal) && !Figure().IsMatch(cell) ? "'" + cell : cell;

    [GeneratedRegex(@"\A-[0-9]+(\.[0-9]+)?\z", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Figure();
}
