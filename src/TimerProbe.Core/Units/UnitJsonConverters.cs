using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Units;

/// <summary>Writes a <see cref="Duration"/> as a number of nanoseconds; the member's name ends in <c>Ns</c>.</summary>
public sealed class DurationJsonConverter : JsonConverter<Duration>
{
    /// <inheritdoc/>
    public override Duration Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(ExternalNumber.Figure(ref reader));

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Duration value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(Math.Round(value.Nanoseconds, 3));
}

/// <summary>
/// Writes a <see cref="Frequency"/> of a clock as a whole number of hertz; the
/// member's name ends in <c>Hz</c>. What no clock has is refused.
/// </summary>
public sealed class FrequencyJsonConverter : JsonConverter<Frequency>
{
    /// <inheritdoc/>
    public override Frequency Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(ExternalNumber.Within(ref reader, Frequency.Slowest.Hertz, Frequency.Fastest.Hertz, "a frequency", " Hz"));

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Frequency value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(value.Hertz);
}

/// <summary>
/// Writes what processors do together, or a part of it, as a whole number of hertz: 0 and more than any clock's frequency are among it.
/// </summary>
public sealed class CapacityJsonConverter : JsonConverter<Frequency>
{
    /// <inheritdoc/>
    public override Frequency Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(ExternalNumber.Count(ref reader));

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Frequency value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(value.Hertz);
}

/// <summary>Writes <see cref="PartsPerMillion"/> as a number; the member's name ends in <c>Ppm</c>.</summary>
public sealed class PartsPerMillionJsonConverter : JsonConverter<PartsPerMillion>
{
    /// <inheritdoc/>
    public override PartsPerMillion Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(ExternalNumber.Figure(ref reader));

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, PartsPerMillion value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(Math.Round(value.Value, 3));
}
