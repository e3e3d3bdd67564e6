namespace TimerProbe.Reporting.Tables;

/// <summary>RFC 4180 rows, the same in every culture; unknown cells are empty, and texts like formulas are escaped.</summary>
internal static class Csv
{
    /// <summary>What begins a formula in some spreadsheet, the wide forms included.</summary>
    private const string FormulaBeginnings = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    /// <summary>Stands between the parts of a list; no spreadsheet takes it for a border between cells.</summary>
    private const string Between = " | ";

    public static void Write<TRow>(TextWriter output, IReadOnlyList<(string Name, Func<TRow, object?> Of)> columns, IEnumerable<TRow> rows)
    {
        Write(output, columns.Select(column => column.Name));
        foreach (var row in rows)
        {
            Write(output, columns.Select(column => Format(column.Of(row))));
        }
    }

    /// <summary>
    /// Figures to six decimal places, without an exponent; frequencies in Hz, durations in nanoseconds, differences to a thousandth
    /// of a millionth; times and names as JSON has them.
    /// </summary>
    public static string? Format(object? value) => value switch
    {
        null => null,
        string text => Harmless(text),
        bool flag => flag ? "true" : "false",
        Enum member => member.ToDocumentName(),
        DateTimeOffset time => Time(time),
        long whole => whole.ToString(),
        _ => Number(value).ToString("0.######"),
    };

    public static double Number(object value) => value switch
    {
        Frequency frequency => frequency.Hertz,
        Duration duration => duration.Nanoseconds,
        PartsPerMillion difference => Math.Round(difference.Value, 3),
        _ => Convert.ToDouble(value, CultureInfo.InvariantCulture),
    };

    /// <summary>ISO 8601 in UTC to the millisecond.</summary>
    public static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'");

    public static string? List(IEnumerable<string>? parts) => parts is null ? null : string.Join(Between, parts);

    public static string? Pairs(IReadOnlyDictionary<string, string> pairs) =>
        List(pairs.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"));

    private static void Write(TextWriter output, IEnumerable<string?> cells) =>
        output.Write($"{string.Join(',', cells.Select(Quoted))}\r\n");

    private static string? Quoted(string? cell) =>
        cell?.AsSpan().ContainsAny(",\"\r\n") == true ? $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : cell;

    private static string Harmless(string text) =>
        text.Length > 0 && FormulaBeginnings.Contains(text[0], StringComparison.Ordinal) ? "'" + text : text;
}
