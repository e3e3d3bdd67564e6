using System.Text.Json;
using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Documents;

/// <summary>How every document and every line of JSON is read and written.</summary>
internal static class ExternalConverters
{
    /// <summary>
    /// The options of a source-generated context with the numbers and times of <see cref="ExternalNumber"/> and
    /// <see cref="UtcJsonConverter"/>. What is written is ASCII: who reads a redirected document may decode it as any code page.
    /// </summary>
    public static JsonSerializerOptions Create(JsonSerializerOptions generated) => new(generated)
    {
        Converters = { new UtcJsonConverter(), new FigureConverter(), new LongCountConverter(), new IntCountConverter() },
    };

    private sealed class FigureConverter : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            ExternalNumber.Figure(ref reader);

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }

    private sealed class LongCountConverter : JsonConverter<long>
    {
        public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            ExternalNumber.Count(ref reader);

        public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }

    private sealed class IntCountConverter : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            (int)ExternalNumber.Count(ref reader, ExternalNumber.LargestInt);

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }
}
