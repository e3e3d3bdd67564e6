namespace TimerProbe.Core.Tests.Documents;

/// <summary>The JSON Schema of a kind of document or line: what is written, and what a reader requires and refuses.</summary>
internal sealed class SchemaOfKind : RecordSchema
{
    private const string OfEveryKind = "Members are only ever added within version 1: readers ignore those they do not know. What a release knows it writes: a member whose "
        + "value could not be had is present and null. Times are ISO 8601 in UTC.";

    private SchemaOfKind() : base("Facts")
    {
    }

    /// <summary>Every schema by the name of its file: those of the documents, that of the lines of <c>watch</c>, and that of what <c>log</c> writes.</summary>
    public static IReadOnlyDictionary<string,
        string> All
    { get; } = DocumentKind.All.Select(kind => (kind.Schema, DocumentJson.GetTypeInfo(kind.Record)))
        .Append((WatchLine.SchemaName, WatchJson.Type))
        .Append((LogDocument.SchemaName, DocumentJson.GetTypeInfo(typeof(LogDocument))))
        .ToDictionary(item => GetFile(item.Item1), item => Of(item.Item1, item.Item2));

    /// <summary>The schema of this name.</summary>
    public static string Of(string schema, JsonTypeInfo type)
    {
        var writer = new SchemaOfKind();
        var root = Named(schema, writer.Record(type));
        root["description"] = $"{root["description"]} {OfEveryKind}";
        return writer.Write(schema, root);
    }

    /// <summary>What is read by the schema that it names says which.</summary>
    private static JsonObject Named(string schema, JsonObject record)
    {
        record["properties"]!["schema"]!["enum"] = new JsonArray(schema);
        record["required"]!.AsArray().Insert(0, "schema");
        return record;
    }

    protected override JsonObject Member(JsonPropertyInfo property)
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

    protected override string Reference(JsonTypeInfo type) =>
        DocumentKind.All.FirstOrDefault(kind => kind.Record == type.Type) is { } kind ? GetFile(kind.Schema) : base.Reference(type);

    private JsonObject Value(JsonTypeInfo type) => type.Kind switch
    {
        JsonTypeInfoKind.Object => new() { ["$ref"] = Reference(type) },
        JsonTypeInfoKind.Enumerable => new() { ["type"] = "array", ["items"] = Value(type.Options.GetTypeInfo(type.ElementType!)) },
        JsonTypeInfoKind.Dictionary => new() { ["type"] = "object", ["additionalProperties"] = Value(type.Options.GetTypeInfo(type.ElementType!)) },
        _ => SchemaValue.Of(type.Type, converter: null) ?? SchemaValue.Exported(type),
    };
}
