using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Json;

/// <summary>
/// Reads a number that counts nothing and is only shown, such as one whose divisors are sought: any whole one that is not negative.
/// </summary>
public sealed class WholeNumberJsonConverter : JsonConverter<long>
{
    /// <inheritdoc/>
    public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        ExternalNumber.Count(ref reader, long.MaxValue);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
}
