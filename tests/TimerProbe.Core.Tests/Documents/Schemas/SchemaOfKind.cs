using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Watching;

namespace TimerProbe.Core.Tests.Documents.Schemas;

/// <summary>The JSON Schema of a kind of document or line, from its record: what is written, what a reader requires and refuses, and the words of the code.</summary>
internal sealed class SchemaOfKind
{
    private const string OfEveryKind = "Members are only ever added within version 1: readers ignore those they do not know. What a release knows it writes: a member whose "
        + "value could not be had is present and null. Times are ISO 8601 in UTC.";

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly SortedDictionary<string, JsonNode?> _definitions = new(StringComparer.Ordinal);

    private SchemaOfKind()
    {
    }

    /// <summary>Every schema by the name of its file: those of the documents, and that of the lines of <c>watch</c>.</summary>
    public static IReadOnlyDictionary<string, string> All { get; } = DocumentKind.All.Select(kind => (kind.Schema, DocumentJson.TypeOf(kind.Record)))
        .Append((WatchLine.SchemaName, WatchJson.Type))
        .ToDictionary(each => FileOf(each.Item1), each => new SchemaOfKind().Write(each.Item1, each.Item2), StringComparer.Ordinal);

    private static string FileOf(string schema) => $"{schema.Replace('/', '.')}.json";

    private string Write(string schema, JsonTypeInfo type)
    {
        var root = type.PolymorphismOptions is { } lines ? Lines(schema, type, lines) : Named(schema, Record(type));
        root.Insert(0, "$schema", "http://json-schema.org/draft-07/schema#");
        root.Insert(1, "title", schema);
        root["description"] = $"{root["description"]} {OfEveryKind}";
        root["definitions"] = new JsonObject(_definitions);
        return root.ToJsonString(Indented) + "\n";
    }

    /// <summary>What is read by the schema that it names says which.</summary>
    private static JsonObject Named(string schema, JsonObject record)
    {
        record["properties"]!["schema"]!["enum"] = new JsonArray(schema);
        record["required"]!.AsArray().Insert(0, "schema");
        return record;
    }

    private JsonObject Lines(string schema, JsonTypeInfo type, JsonPolymorphismOptions lines)
    {
        var kinds = new JsonArray();
        foreach (var line in lines.DerivedTypes)
        {
            var reference = Reference(type.Options.GetTypeInfo(line.DerivedType));
            var record = Named(schema, _definitions[reference.Split('/')[^1]]!.AsObject());
            record["properties"]!.AsObject().Insert(0, lines.TypeDiscriminatorPropertyName, new JsonObject { ["description"] = "What the line tells.", ["type"] = "string", ["enum"] = new JsonArray((string)line.TypeDiscriminator!) });
            record["required"]!.AsArray().Insert(0, lines.TypeDiscriminatorPropertyName);
            kinds.Add(new JsonObject { ["$ref"] = reference });
        }

        return new JsonObject { ["description"] = Summary.Of(type.Type), ["oneOf"] = kinds };
    }

    private JsonObject Record(JsonTypeInfo type) => new()
    {
        ["description"] = Summary.Of(type.Type),
        ["type"] = "object",
        ["properties"] = new JsonObject(type.Properties.Where(property => property.Get is not null).Select(property => KeyValuePair.Create<string, JsonNode?>(property.Name, Member(property)))),
        ["required"] = new JsonArray([.. type.Properties.Where(property => property.IsRequired).Select(property => (JsonNode)property.Name)]),
        ["additionalProperties"] = true,
    };

    private JsonObject Member(JsonPropertyInfo property)
    {
        var type = property.Options.GetTypeInfo(Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType);
        var schema = SchemaValue.Of(type.Type, property.CustomConverter) ?? Value(type);
        var isNullable = property.IsGetNullable || type.Type != property.PropertyType;
        if (schema.ContainsKey("$ref"))
        {
            schema = new JsonObject { ["oneOf"] = isNullable ? new JsonArray(new JsonObject { ["type"] = "null" }, schema) : new JsonArray(schema) };
        }
        else if (isNullable)
        {
            schema["type"] = new JsonArray(schema["type"]!.DeepClone(), "null");
            (schema["enum"] as JsonArray)?.Add(null);
        }

        schema.Insert(0, "description", Summary.Of(property));
        return schema;
    }

    private JsonObject Value(JsonTypeInfo type) => type.Kind switch
    {
        JsonTypeInfoKind.Object => new() { ["$ref"] = Reference(type) },
        JsonTypeInfoKind.Enumerable => new() { ["type"] = "array", ["items"] = Value(type.Options.GetTypeInfo(type.ElementType!)) },
        JsonTypeInfoKind.Dictionary => new() { ["type"] = "object", ["additionalProperties"] = Value(type.Options.GetTypeInfo(type.ElementType!)) },
        _ => SchemaValue.Of(type.Type, converter: null) ?? SchemaValue.Exported(type),
    };

    private string Reference(JsonTypeInfo type)
    {
        if (DocumentKind.All.FirstOrDefault(kind => kind.Record == type.Type) is { } kind)
        {
            return FileOf(kind.Schema);
        }

        var name = JsonNamingPolicy.CamelCase.ConvertName(type.Type.Name.EndsWith("Facts", StringComparison.Ordinal) ? type.Type.Name[..^"Facts".Length] : type.Type.Name);
        if (_definitions.TryAdd(name, null))
        {
            _definitions[name] = Record(type);
        }

        return $"#/definitions/{name}";
    }
}
