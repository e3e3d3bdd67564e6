using NJsonSchema;

namespace TimerProbe.Application.Tests.Configuration;

/// <summary>docs/schemas/timerprobe.config.1.json is what editors go by: it and the reader say the same.</summary>
public sealed class ConfigurationSchemaTests
{
    private static readonly Task<JsonSchema> Schema = JsonSchema.FromFileAsync(Repository.Path("docs", "schemas", "timerprobe.config.1.json"));

    private static readonly JsonDocumentOptions Lenient = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    public static TheoryData<string> Samples { get; } = [Configured.Full, Configured.Sample, "{}"];

    [Fact]
    public void It_is_what_the_records_say() => SchemaFile.AssertSays(ConfigurationSchema.File, ConfigurationSchema.Json);

    [Theory]
    [MemberData(nameof(Samples))]
    public async Task What_the_reader_takes_is_valid_by_the_schema(string sample)
    {
        _ = Configured.Accepted(sample);
        Assert.Empty((await Schema).Validate(JsonNode.Parse(sample, documentOptions: Lenient)!.ToJsonString()));
    }

    [Fact]
    [Trait("Takes", "seconds")]
    public async Task What_the_schema_refuses_the_reader_refuses()
    {
        var schema = await Schema;
        var refused = 0;
        string[] mutations = [.. Mutations().Distinct()];
        new Random(20261126).Shuffle(mutations);
        foreach (var broken in mutations.Take(Cases.Of(mutations.Length)))
        {
            if (schema.Validate(broken).Count > 0)
            {
                refused++;
                Assert.True(Configured.Problems(broken).Count > 0, $"the schema refuses what the reader takes: {broken}");
            }
        }

        Assert.InRange(refused, Cases.Of(300), 3_000);
    }

    /// <summary>The full configuration with one thing changed: each value replaced by others, each name taken out, one put into each object.</summary>
    private static IEnumerable<string> Mutations()
    {
        string[] values = ["null", "true", "0", "-1", "1.5", "99999", "\"\"", "\"text\"", "[]", "[1]", "{}"];
        var count = Below(JsonNode.Parse(Configured.Full, documentOptions: Lenient)!).Count();
        for (var i = 0; i < count; i++)
        {
            foreach (var value in values)
            {
                yield return Changed(i, node => node.ReplaceWith(JsonNode.Parse(value)));
            }

            yield return Changed(i, node => (node.Parent as JsonObject)?.Remove(node.GetPropertyName()));
            yield return Changed(i, node => (node.Parent as JsonObject)?.Add("unknown" + node.GetPropertyName(), 1));
        }
    }

    private static string Changed(int place, Action<JsonNode> change)
    {
        var root = JsonNode.Parse(Configured.Full, documentOptions: Lenient)!;
        change(Below(root).ElementAt(place));
        return root.ToJsonString();
    }

    private static IEnumerable<JsonNode> Below(JsonNode node)
    {
        var children = node switch { JsonObject section => section.Select(member => member.Value), JsonArray list => list, _ => Array.Empty<JsonNode?>() };
        return children.OfType<JsonNode>().SelectMany(child => Below(child).Prepend(child));
    }
}
