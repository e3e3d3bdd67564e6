using System.Text.Encodings.Web;

namespace TimerProbe.Tests.Schemas;

/// <summary>A JSON Schema that is made of records: of their members, and of the words of the code.</summary>
/// <param name="ending">What their names end in that says nothing to readers.</param>
internal abstract class RecordSchema(string ending)
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping
    };

    /// <summary>The records that the root refers to, by their names.</summary>
    protected SortedDictionary<string, JsonNode?> Definitions { get; } = new(StringComparer.Ordinal);

    /// <summary>The name of the file that has a schema.</summary>
    public static string GetFile(string schema) => $"{schema.Replace('/', '.')}.json";

    protected string Write(string schema, JsonObject root)
    {
        root.Insert(0, "$schema", "http://json-schema.org/draft-07/schema#");
        root.Insert(1, "title", schema);
        root["definitions"] = new JsonObject(Definitions);
        return root.ToJsonString(Indented) + "\n";
    }

    protected abstract JsonObject Member(JsonPropertyInfo property);

    protected virtual JsonObject Record(JsonTypeInfo type) => new()
    {
        ["description"] = Summary.Of(type.Type),
        ["type"] = "object",
        ["properties"] = new JsonObject(type.Properties.Where(property => property.Get is not null)
            .Select(property => KeyValuePair.Create<string, JsonNode?>(property.Name, Member(property)))),
        ["required"] = new JsonArray([.. type.Properties.Where(property => property.IsRequired).Select(property => (JsonNode)property.Name)]),
        ["additionalProperties"] = true,
    };

    protected virtual string Reference(JsonTypeInfo type)
    {
        var name = JsonNamingPolicy.CamelCase.ConvertName(
            type.Type.Name.EndsWith(ending, StringComparison.Ordinal) ? type.Type.Name[..^ending.Length] : type.Type.Name);
        if (Definitions.TryAdd(name, null))
        {
            Definitions[name] = Record(type);
        }

        return $"#/definitions/{name}";
    }
}
