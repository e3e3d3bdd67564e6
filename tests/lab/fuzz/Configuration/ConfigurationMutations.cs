namespace TimerProbe.Fuzz.Configuration;

/// <summary>Changes to a configuration that know what stands where: most are accepted, and some of those should not work.</summary>
internal static class ConfigurationMutations
{
    // What no tree of JSON can hold is put in when it is text.
    private const string Again = "@again";
    private const string Deep = "@deep";

    public static byte[] Change(JsonObject configuration, RecordedVCenter vcenter, FuzzCase fuzz)
    {
        for (var left = fuzz.Random.Next(1, 4); left > 0; left--)
        {
            ChangeOne(fuzz.Pick(JsonMutations.Below(configuration).ToList()), vcenter, fuzz);
        }

        var depth = 1 << fuzz.Random.Next(12);
        var text = configuration.ToJsonString()
            .Replace(Again + "\":", "\":", StringComparison.Ordinal)
            .Replace($"\"{Deep}\"", new string('[', depth) + new string(']', depth), StringComparison.Ordinal);
        return fuzz.OneIn(12) ? JsonMutations.Change(text, fuzz) : Encoding.UTF8.GetBytes(text);
    }

    private static void ChangeOne(JsonNode node, RecordedVCenter vcenter, FuzzCase fuzz)
    {
        fuzz.Story.Add($"  {node.GetPath()}");
        switch (fuzz.Random.Next(20))
        {
            case 0 or 1 when node.Parent is JsonObject parent:
                parent.Remove(node.GetPropertyName());
                break;
            case 0 or 1 when node.Parent is JsonArray array:
                array.Remove(node);
                break;
            case 2 or 3 when node.Parent is JsonArray array:
                Repeat(array, node, vcenter, fuzz);
                break;
            case 2 when node.Parent is JsonObject parent:
                parent[node.GetPropertyName() + Again] = node.DeepClone();
                break;
            case 4:
                node.ReplaceWith(OfAnotherType(fuzz));
                break;
            case 5:
                node.ReplaceWith(JsonSerializer.SerializeToNode(OddTexts.Any(fuzz.Random)));
                break;
            default:
                if (node is JsonValue)
                {
                    node.ReplaceWith(EdgeValues.Of(MemberOf(node), vcenter, fuzz));
                }

                break;
        }
    }

    /// <summary>The element again and again, each time with something of it changed where it has members.</summary>
    private static void Repeat(JsonArray array, JsonNode node, RecordedVCenter vcenter, FuzzCase fuzz)
    {
        for (var times = 1 << fuzz.Random.Next(7); times > 0; times--)
        {
            var again = node.DeepClone();
            array.Add(again);
            if (JsonMutations.Below(again).OfType<JsonValue>().ToList() is [_, ..] values && fuzz.Pick(values) is var value)
            {
                value.ReplaceWith(EdgeValues.Of(MemberOf(value), vcenter, fuzz));
            }
        }
    }

    private static JsonNode? OfAnotherType(FuzzCase fuzz) => fuzz.Random.Next(8) switch
    {
        0 => null,
        1 => new JsonObject(),
        2 => new JsonArray(),
        3 => JsonValue.Create(fuzz.OneIn(2)),
        4 => JsonValue.Create(fuzz.Random.NextDouble() * 1e9),
        5 => JsonValue.Create("1"),
        6 => JsonValue.Create(Deep),
        _ => new JsonObject { ["$schema"] = Deep },
    };

    /// <summary>The name of the member that holds the value, itself or in its array.</summary>
    private static string MemberOf(JsonNode node) =>
        node.Parent is JsonArray { Parent: JsonObject } array ? array.GetPropertyName() : node.Parent is JsonObject ? node.GetPropertyName() : "";
}
