using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Fleet.Store;

/// <summary>Columns are counted from 0. What this program would not have written is refused by an exception.</summary>
internal readonly struct Row(DbDataReader reader)
{
    public long Long(int column) => reader.GetInt64(column);

    public long? LongOrNull(int column) => reader.IsDBNull(column) ? null : reader.GetInt64(column);

    public int Int(int column) => checked((int)reader.GetInt64(column));

    public double Real(int column) =>
        reader.GetDouble(column) is var value && double.IsFinite(value) ? value : throw new FormatException("a number without end");

    public Frequency Frequency(int column) =>
        Core.Frequency.OfClock(reader.GetInt64(column)) ?? throw new FormatException("a frequency that no clock has");

    public Frequency? FrequencyOrNull(int column) => reader.IsDBNull(column) ? null : Frequency(column);

    public Duration? DurationOrNull(int column) => reader.IsDBNull(column) ? null : new Duration(Real(column));

    public bool Flag(int column) => reader.GetBoolean(column);

    public string Text(int column) => reader.GetString(column);

    public string? TextOrNull(int column) => reader.IsDBNull(column) ? null : reader.GetString(column);

    public T Json<T>(int column, JsonTypeInfo<T> form)
        where T : class => JsonSerializer.Deserialize(reader.GetString(column), form) ?? throw new FormatException("null");

    public byte[] Bytes(int column) => reader.GetFieldValue<byte[]>(column);

    public DateTimeOffset Time(int column) => DateTimeOffset.FromUnixTimeMilliseconds(reader.GetInt64(column));

    public DateTimeOffset? TimeOrNull(int column) => reader.IsDBNull(column) ? null : Time(column);

    public T Name<T>(int column)
        where T : struct, Enum =>
            Enum.Parse<T>(reader.GetString(column), ignoreCase: true) is var value && Enum.IsDefined(value)
                ? value
                : throw new FormatException("an unknown name");
}
