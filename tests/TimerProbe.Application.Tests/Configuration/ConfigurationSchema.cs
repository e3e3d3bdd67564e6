using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Application.Tests.Configuration;

/// <summary>The JSON Schema of the configuration file: what its records take, and what is said beside their members.</summary>
internal sealed class ConfigurationSchema : RecordSchema
{
    private const string Name = "timerprobe.config/1";

    private ConfigurationSchema() : base("Settings")
    {
    }

    public static string File { get; } = GetFile(Name);

    public static string Json { get; } = Of(ConfigurationJson.Default.FileConfiguration);

    private static string Of(JsonTypeInfo type)
    {
        var writer = new ConfigurationSchema();
        return writer.Write(Name, writer.Record(type));
    }

    protected override JsonObject Record(JsonTypeInfo type)
    {
        var record = base.Record(type);
        record["additionalProperties"] = false;
        JsonNode[] excluded = [.. type.Type.GetCustomAttributes<AtMostOneOfAttribute>().SelectMany(group => Pairs(type, group))];
        if (excluded.Length > 0)
        {
            record["allOf"] = new JsonArray(excluded);
        }

        return record;
    }

    protected override JsonObject Member(JsonPropertyInfo property)
    {
        var schema = Value(property,
            property.Options.GetTypeInfo(Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType));
        if (schema.ContainsKey("$ref"))
        {
            schema = new JsonObject { ["oneOf"] = new JsonArray(schema) };
        }

        schema.Insert(0, "description", Summary.Of(property));
        return schema;
    }

    private JsonObject Value(JsonPropertyInfo property, JsonTypeInfo type)
    {
        if (type.Kind == JsonTypeInfoKind.Enumerable)
        {
            var list = new JsonObject { ["type"] = "array", ["items"] = Value(property, property.Options.GetTypeInfo(type.ElementType!)) };
            if (ConfigurationJson.GetRule<NotEmptyAttribute>(property) is not null)
            {
                list["minItems"] = 1;
            }

            return list;
        }

        return ConfigurationJson.GetRule<TextAttribute>(property) is { } text ? Text(text)
            : ConfigurationJson.GetRule<AllowedValuesAttribute>(property) is { } words
                ? new() { ["type"] = "string", ["enum"] = new JsonArray([.. words.Values.Select(word => (JsonNode)(string)word!)]) }
            : ConfigurationJson.GetRule<RangeAttribute>(property) is { } range ? Number(range)
            : type.Kind == JsonTypeInfoKind.Object ? new() { ["$ref"] = Reference(type) }
            : type.Type == typeof(bool) ? new() { ["type"] = "boolean" }
            : Text(new TextAttribute(TextForm.Any));
    }

    private static JsonObject Text(TextAttribute text) => text.Pattern is { } pattern
        ? new() { ["type"] = "string", ["pattern"] = pattern }
        : new() { ["type"] = "string", ["minLength"] = 1 };

    private static JsonObject Number(RangeAttribute range) => range.OperandType == typeof(int)
        ? new() { ["type"] = "integer", ["minimum"] = (int)range.Minimum, ["maximum"] = (int)range.Maximum }
        : new() { ["type"] = "number", [range.MinimumIsExclusive ? "exclusiveMinimum" : "minimum"] = (double)range.Minimum, ["maximum"] = (double)range.Maximum };

    /// <summary>One that is false counts for none, which no keyword of so few words says.</summary>
    private static IEnumerable<JsonNode> Pairs(JsonTypeInfo type, AtMostOneOfAttribute group)
    {
        var names = group.Names.Where(name => type.Properties.Single(property => property.Name == name).PropertyType != typeof(bool)).ToList();
        return names.SelectMany(
            (one, i) => names.Skip(i + 1).Select(other => new JsonObject { ["not"] = new JsonObject { ["required"] = new JsonArray(one, other) } }));
    }
}
