using System.Text.Json.Schema;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Tests.Documents;

/// <summary>The schemas of single values.</summary>
internal static class SchemaValue
{
    /// <summary>That of a value which a converter of the program reads, with the range it takes; null for others.</summary>
    public static JsonObject? Of(Type type, JsonConverter? converter) => true switch
    {
        _ when converter is WholeNumberJsonConverter => Integer(0, long.MaxValue),
        _ when converter is SignedNumberJsonConverter => Integer(long.MinValue, long.MaxValue),
        _ when type == typeof(double) || type == typeof(Duration) || type == typeof(PartsPerMillion) =>
            new() { ["type"] = "number", ["minimum"] = -ExternalNumber.MaxSize, ["maximum"] = ExternalNumber.MaxSize },
        _ when type == typeof(long) || type == typeof(Frequency) => Integer(0, ExternalNumber.MaxLong),
        _ when type == typeof(int) => Integer(0, ExternalNumber.MaxInt),
        _ when type == typeof(uint) => Integer(0, uint.MaxValue),
        _ when type == typeof(ulong) => Integer(0, ulong.MaxValue),
        _ when type == typeof(DateTimeOffset) => Text("date-time"),
        _ when type == typeof(DateOnly) => Text("date"),
        _ => null,
    };

    /// <summary>That of a text, a truth, a UUID or a member of an enumeration, as the serializer tells it.</summary>
    public static JsonObject Exported(JsonTypeInfo type)
    {
        var node = type.GetJsonSchemaAsNode(new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true }).AsObject();
        return type.Type.IsEnum ? Texts(node["enum"]!.AsArray().Select(member => (string)member!)) : node;
    }

    private static JsonObject Integer(JsonNode least, JsonNode most) => new() { ["type"] = "integer", ["minimum"] = least, ["maximum"] = most };

    private static JsonObject Text(string format) => new() { ["type"] = "string", ["format"] = format };

    private static JsonObject Texts(IEnumerable<string> texts) =>
        new() { ["type"] = "string", ["enum"] = new JsonArray([.. texts.Select(text => (JsonNode)text)]) };
}
