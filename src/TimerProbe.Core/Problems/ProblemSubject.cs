using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Problems;

/// <summary>What a problem is about.</summary>
/// <param name="Kind">What that is.</param>
/// <param name="Name">Its name.</param>
public sealed record ProblemSubject([property: JsonConverter(typeof(ArgumentKindConverter))] ArgumentKind Kind, string Name);

/// <summary>Kinds as placeholders spell them; one of a newer release is read as words, which may name anything.</summary>
internal sealed class ArgumentKindConverter : JsonConverter<ArgumentKind>
{
    public override ArgumentKind Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        MessageTemplate.KindOf(reader.GetString() ?? "");

    public override void Write(Utf8JsonWriter writer, ArgumentKind value, JsonSerializerOptions options) =>
        writer.WriteStringValue(MessageTemplate.NameOf(value));
}
