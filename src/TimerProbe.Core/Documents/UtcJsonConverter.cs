using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Documents;

/// <summary>Writes a time as ISO 8601 in UTC to the millisecond: <c>2026-11-21T03:00:00.000Z</c>.</summary>
public sealed class UtcJsonConverter : JsonConverter<DateTimeOffset>
{
    /// <inheritdoc/>
    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetDateTimeOffset().ToUniversalTime();

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
}
