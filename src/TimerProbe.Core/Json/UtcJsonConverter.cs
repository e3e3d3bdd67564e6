using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Json;

/// <summary>Writes a time as ISO 8601 in UTC to the millisecond: <c>2026-11-21T03:00:00.000Z</c>.</summary>
public sealed class UtcJsonConverter : JsonConverter<DateTimeOffset>
{
    private const int FirstYear = 1970;
    private const int LastYear = 8999;

    /// <inheritdoc/>
    /// <exception cref="JsonException">It is no time, or of a year that no clock shows: what is added to a time stays one.</exception>
    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.String || !reader.TryGetDateTimeOffset(out var time))
        {
            throw new JsonException("a time such as 2026-11-21T03:00:00.000Z should stand here");
        }

        // Years at the ends of the calendar have no UTC in every zone.
        return time.Year is >= FirstYear and <= LastYear
            ? time.ToUniversalTime()
            : throw new JsonException($"the year {time.Year} is none from {FirstYear} to {LastYear}");
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
}
