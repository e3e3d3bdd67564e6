namespace TimerProbe.Core;

/// <summary>
/// Numbers of a document, which may have been written by anybody. What no measurement gives is refused where it is read, so that
/// figures made of them later stay finite and sums of them do not overflow.
/// </summary>
internal static class ExternalNumber
{
    /// <summary>The largest figure: 31 years in nanoseconds, and a million times any frequency.</summary>
    public const double MaxSize = 1e18;

    public const double Smallest = 1e-100;

    /// <summary>The largest count of 64 bits: up to 2^53 every program reads it as it is written.</summary>
    public const long MaxLong = 1L << 53;

    /// <summary>The largest count of 32 bits.</summary>
    public const int MaxInt = 1_000_000_000;

    private const int MaxShown = 24;

    /// <exception cref="JsonException">It is no number, or none between <see cref="Smallest"/> and <see cref="MaxSize"/>.</exception>
    public static double Figure(ref Utf8JsonReader reader)
    {
        AssertNumber(ref reader);
        var value = reader.GetDouble();
        var size = Math.Abs(value);
        return !double.IsFinite(value) ? throw new JsonException($"{Shown(ref reader)} is not a finite number")
            : size > MaxSize
                || (size < Smallest && size > 0) ? throw new JsonException($"{Shown(ref reader)} is not a plausible measurement")
            : value;
    }

    /// <exception cref="JsonException">It is no whole number, negative, or above <see cref="MaxLong"/>.</exception>
    public static long Count(ref Utf8JsonReader reader) => Count(ref reader, MaxLong);

    /// <exception cref="JsonException">It is no whole number, negative, or above <see cref="MaxInt"/>.</exception>
    public static int IntCount(ref Utf8JsonReader reader) => (int)Count(ref reader, MaxInt);

    /// <exception cref="JsonException">It is no whole number, negative, or above the largest.</exception>
    public static long Count(ref Utf8JsonReader reader, long max) => Within(ref reader, 0, max, "a count", "");

    /// <exception cref="JsonException">It is no whole number from the smallest to the largest.</exception>
    public static long Within(ref Utf8JsonReader reader, long min, long max, string kind, string unit)
    {
        AssertNumber(ref reader);
        return reader.TryGetInt64(out var value) && value >= min && value <= max
            ? value
            : throw new JsonException($"{Shown(ref reader)} is not {kind} from {min} to {max}{unit}");
    }

    /// <exception cref="JsonException">It is not a 64-bit whole number.</exception>
    public static long Signed(ref Utf8JsonReader reader)
    {
        AssertNumber(ref reader);
        return reader.TryGetInt64(out var value) ? value : throw new JsonException($"{Shown(ref reader)} is not a 64-bit whole number");
    }

    private static void AssertNumber(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.Number)
        {
            throw new JsonException($"a number should stand here, not {reader.TokenType switch
            {
                JsonTokenType.String => "text",
                JsonTokenType.StartObject => "an object",
                JsonTokenType.StartArray => "a list",
                JsonTokenType.Null => "null",
                _ => "true or false",
            }}");
        }
    }

    private static string Shown(ref Utf8JsonReader reader)
    {
        var number = Encoding.ASCII.GetString(reader.ValueSpan);
        return number.Length <= MaxShown ? number : number[..MaxShown] + "...";
    }
}

public delegate T NumberReader<T>(ref Utf8JsonReader reader);

/// <summary>Reads and writes numbers of one kind; what reads them refuses all others.</summary>
public class NumberJsonConverter<T>(NumberReader<T> read, Action<Utf8JsonWriter, T> write) : JsonConverter<T>
{
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => read(ref reader);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => write(writer, value);
}

/// <summary>Reads a number that counts nothing and may be negative, such as an offset between clocks: any whole one of 64 bits.</summary>
public sealed class SignedNumberJsonConverter()
    : NumberJsonConverter<long>(ExternalNumber.Signed, (writer, value) => writer.WriteNumberValue(value));

/// <summary>Reads a number that counts nothing and is only shown: any whole one that is not negative.</summary>
public sealed class WholeNumberJsonConverter() : NumberJsonConverter<long>(
    (ref reader) => ExternalNumber.Count(ref reader, long.MaxValue), (writer, value) => writer.WriteNumberValue(value));

/// <summary>Writes a time as ISO 8601 in UTC to the millisecond: <c>2026-11-21T03:00:00.000Z</c>.</summary>
public sealed class UtcJsonConverter : JsonConverter<DateTimeOffset>
{
    private const int FirstYear = 1970;
    private const int LastYear = 8999;

    public static DateTimeOffset Bound(DateTimeOffset time) =>
        time.UtcDateTime.Year < FirstYear ? new DateTimeOffset(FirstYear, 1, 1, 0, 0, 0, TimeSpan.Zero)
        : time.UtcDateTime.Year > LastYear ? new DateTimeOffset(LastYear, 12, 31, 0, 0, 0, TimeSpan.Zero)
        : time;

    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.String || !reader.TryGetDateTimeOffset(out var time))
        {
            throw new JsonException("a time such as 2026-11-21T03:00:00.000Z should stand here");
        }

        // Years at the ends of the calendar have no UTC in every zone.
        return time.Year is >= FirstYear and <= LastYear
            ? time.ToUniversalTime()
            : throw new JsonException($"the year {time.Year} is not from {FirstYear} to {LastYear}");
    }

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(Bound(value).UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'"));
}

/// <summary>The system's clock, within the times that a document can have: one whose battery is empty ends no program.</summary>
public sealed class DocumentClock : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => UtcJsonConverter.Bound(base.GetUtcNow());
}
