using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Application.Tests.Alerting;

/// <summary>The JSON Schema of an alert. A receiver gets every member, so all of them are required.</summary>
internal sealed class AlertSchema : RecordSchema
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    { RespectNullableAnnotations = true, TypeInfoResolver = new DefaultJsonTypeInfoResolver() };

    private AlertSchema() : base("Payload")
    {
    }

    public static string File { get; } = GetFile(AlertPayload.SchemaName);

    public static string Json { get; } = Make();

    protected override JsonObject Record(JsonTypeInfo type)
    {
        var record = base.Record(type);
        record["required"] = new JsonArray([.. type.Properties.Select(property => (JsonNode)property.Name)]);
        return record;
    }

    protected override JsonObject Member(JsonPropertyInfo property)
    {
        var schema = Value(property.Options.GetTypeInfo(Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType));
        if (property.IsGetNullable)
        {
            schema["type"] = new JsonArray(schema["type"]!.DeepClone(), "null");
        }

        if (property.AttributeProvider?.GetCustomAttributes(typeof(RegularExpressionAttribute), inherit: false) is [RegularExpressionAttribute form])
        {
            schema["pattern"] = form.Pattern;
        }

        schema.Insert(0, "description", Summary.Of(property));
        return schema;
    }

    private JsonObject Value(JsonTypeInfo type) =>
        type.Kind == JsonTypeInfoKind.Enumerable ? new() { ["type"] = "array", ["items"] = Value(type.Options.GetTypeInfo(type.ElementType!)) }
        : type.Kind == JsonTypeInfoKind.Object ? new() { ["$ref"] = Reference(type) }
        : type.Type.IsEnum ? new()
        {
            ["type"] = "string",
            ["enum"] = new JsonArray([.. Enum.GetNames(type.Type).Select(name => (JsonNode)JsonNamingPolicy.CamelCase.ConvertName(name))])
        }
        : type.Type == typeof(DateTimeOffset) ? new() { ["type"] = "string", ["format"] = "date-time" }
        : new() { ["type"] = type.Type == typeof(bool) ? "boolean" : type.Type == typeof(int) ? "integer" : "string" };

    private static string Make()
    {
        var writer = new AlertSchema();
        var root = writer.Record(Options.GetTypeInfo(typeof(AlertPayload)));
        root["properties"]!["schema"]!["enum"] = new JsonArray(AlertPayload.SchemaName);
        return writer.Write(AlertPayload.SchemaName, root);
    }
}
