using NJsonSchema;

namespace TimerProbe.Tests.Shared;

/// <summary>
/// The JSON Schemas under docs/schemas. For readers they are open, so that members can be added; here they are closed, so that a member nobody
/// described is noticed, and so is one that is missing and not said to be left out.
/// </summary>
internal static class DocumentSchema
{
    private static readonly ConcurrentDictionary<string, Task<JsonSchema>> Schemas = new(StringComparer.Ordinal);

    public static async Task AssertValidAsync(string json, string schemaFile)
    {
        var schema = await Schemas.GetOrAdd(schemaFile, ReadClosedAsync);
        Assert.Empty(schema.Validate(json));
    }

    private static async Task<JsonSchema> ReadClosedAsync(string file)
    {
        var schema = await JsonSchema.FromFileAsync(Repository.Path("docs", "schemas", file));
        Close(schema);
        return schema;
    }

    private static void Close(JsonSchema schema)
    {
        schema.AllowAdditionalProperties = schema.ActualProperties.Count == 0;
        foreach (var written in schema.Properties.Values.Where(
            property => property.Description?.Contains("left out", StringComparison.OrdinalIgnoreCase) != true))
        {
            schema.RequiredProperties.Add(written.Name);
        }

        var parts = schema.Properties.Values.Cast<JsonSchema>().Concat(schema.Definitions.Values).Concat(schema.OneOf);
        foreach (var part in schema.Item is null ? parts : parts.Append(schema.Item))
        {
            Close(part);
        }
    }
}
