using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Json;

/// <summary>
/// Reads a number that counts nothing and may be negative, such as an offset between two clocks: any whole one of 64 bits.
/// </summary>
public sealed class SignedNumberJsonConverter : JsonConverter<long>
{
    /// <inheritdoc/>
    public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        ExternalNumber.Signed(ref reader);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
}
