using System.Globalization;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>
/// A row of an answer, its columns by name. A column that is not there, or is of another type, is refused here and nowhere else.
/// </summary>
internal readonly record struct SqlRow(IReadOnlyDictionary<string, object?> Columns)
{
    // From here on a double leaves out whole numbers.
    private const double MostExact = 9007199254740992;

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is no text.</exception>
    public string? Text(string column) => Value(column) switch
    {
        null => null,
        string text => text,
        _ => throw UnreadableAnswerException.Column(column),
    };

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is no whole number of 32 bits.</exception>
    public int? Integer(string column) => Long(column) switch
    {
        null => null,
        >= int.MinValue and <= int.MaxValue and var value => (int)value,
        _ => throw UnreadableAnswerException.Column(column),
    };

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is not a 64-bit whole number.</exception>
    public long? Long(string column) => Value(column) switch
    {
        null => null,
        bool or byte or short or int or long => Convert.ToInt64(Value(column), CultureInfo.InvariantCulture),
        decimal and >= long.MinValue and <= long.MaxValue and var value when decimal.IsInteger(value) => (long)value,
        double and > -MostExact and < MostExact and var value when double.IsInteger(value) => (long)value,
        _ => throw UnreadableAnswerException.Column(column),
    };

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is no time.</exception>
    public DateTime? Time(string column) => Value(column) switch
    {
        null => null,
        DateTime time => time,
        _ => throw UnreadableAnswerException.Column(column),
    };

    private object? Value(string column) =>
        Columns.TryGetValue(column, out var value) ? value : throw UnreadableAnswerException.Column(column);
}
