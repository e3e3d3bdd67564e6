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

    public static string Write(IEnumerable<string> header, IEnumerable<IEnumerable<string?>> rows)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using var csv = new CsvWriter(text, Configuration);
        foreach (var row in rows.Prepend(header))
        {
            foreach (var cell in row)
            {
                csv.WriteField(Harmless(cell));
            }

            csv.NextRecord();
        }

        csv.Flush();
        return text.ToString();
    }

    private static string? Harmless(string? cell) =>
        cell is { Length: > 0 } && FormulaBeginnings.Contains(cell[0], StringComparison.Ordinal) && !Figure().IsMatch(cell) ? "'" + cell : cell;

    [GeneratedRegex(@"\A-[0-9]+(\.[0-9]+)?\z", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Figure();
}
