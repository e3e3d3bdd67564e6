using System.Globalization;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.Csv;

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
