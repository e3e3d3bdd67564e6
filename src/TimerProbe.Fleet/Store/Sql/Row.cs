using System.Data.Common;
using System.Text;
using System.Text.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>A row of an answer; columns are counted from 0. What this program would not have written is refused by an exception.</summary>
internal readonly struct Row(DbDataReader reader)
{
    public long Long(int column) => reader.GetInt64(column);

    public long? LongOrNull(int column) => reader.IsDBNull(column) ? null : reader.GetInt64(column);

    public int Int(int column) => checked((int)reader.GetInt64(column));

    public double Real(int column) =>
        reader.GetDouble(column) is var value && double.IsFinite(value) ? value : throw new FormatException("a number without end");

    public Frequency Frequency(int column) =>
        Core.Units.Frequency.OfClock(reader.GetInt64(column)) ?? throw new FormatException("a frequency that no clock has");

    public Frequency? FrequencyOrNull(int column) => reader.IsDBNull(column) ? null : Frequency(column);

    public Duration? DurationOrNull(int column) => reader.IsDBNull(column) ? null : new Duration(Real(column));

    public bool Flag(int column) => reader.GetBoolean(column);

    public bool? FlagOrNull(int column) => reader.IsDBNull(column) ? null : reader.GetBoolean(column);

    public string Text(int column) => reader.GetString(column);

    public string? TextOrNull(int column) => reader.IsDBNull(column) ? null : reader.GetString(column);

    public byte[] Bytes(int column) => reader.GetFieldValue<byte[]>(column);

    public DateTimeOffset Time(int column) => DateTimeOffset.FromUnixTimeMilliseconds(reader.GetInt64(column));

    public DateTimeOffset? TimeOrNull(int column) => reader.IsDBNull(column) ? null : Time(column);

    public T Name<T>(int column)
        where T : struct, Enum =>
            Enum.Parse<T>(reader.GetString(column), ignoreCase: true) is var value && Enum.IsDefined(value)
                ? value
                : throw new FormatException("an unknown name");

    public T? NameOrNull<T>(int column)
        where T : struct, Enum => reader.IsDBNull(column) ? null : Name<T>(column);
}

/// <summary>A value in a store is none that this program wrote.</summary>
internal sealed class DamagedRowException(Exception wrong) : Exception(wrong.Message, wrong)
{
    /// <summary>Whether this is how the reading of a damaged value ends.</summary>
    public static bool IsDamage(Exception wrong) =>
        wrong is JsonException
            or InvalidCastException
            or InvalidOperationException
            or FormatException
            or OverflowException
            or ArgumentException;
}

/// <summary>
/// A value as both engines take it. PostgreSQL has no text with U+0000 or half a surrogate pair, and a guest chooses what it is called:
/// U+FFFD stands for them, so that one name keeps no scan from being saved.
/// </summary>
internal static class SqlValue
{
    public static object From(object? value) => value switch
    {
        null => DBNull.Value,
        string text => Text(text),
        _ => value,
    };

    public static string Text(string text)
    {
        if (text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF'))
        {
            text = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
        }

        return text.Replace('\0', '\uFFFD');
    }
}
