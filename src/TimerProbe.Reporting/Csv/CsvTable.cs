using System.Globalization;
using System.Text.RegularExpressions;
using TimerProbe.Core.Json;

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

/// <summary>Values as the text of a cell, the same in every culture; what is not known is an empty cell.</summary>
internal static class CsvCell
{
    /// <summary>Stands between the parts of a list; no spreadsheet takes it for a border between cells.</summary>
    private const string Between = " | ";

    /// <summary>A figure to six decimal places, without an exponent.</summary>
    public static string? Number(double? value) => value?.ToString("0.######", CultureInfo.InvariantCulture);

    /// <summary>ISO 8601 in UTC to the millisecond, as in JSON.</summary>
    public static string? Time(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    public static string? Flag(bool? value) => value switch
    {
        true => "true",
        false => "false",
        null => null,
    };

    public static string? Member(Enum? member) => member?.ToDocumentName();

    public static string? List(IEnumerable<string>? parts) => parts is null ? null : string.Join(Between, parts);

    public static string? Pairs(IReadOnlyDictionary<string, string> pairs) =>
        List(pairs.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"));
}
