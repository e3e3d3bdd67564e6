namespace TimerProbe.Fuzz.Documents;

/// <summary>Changes to a JSON text: to its values, its members, and its bytes.</summary>
internal static class JsonMutations
{
    /// <summary>Of what mutations make of a text: one of them multiplies what another made.</summary>
    private const int MaxLength = 16 << 20;

    private static readonly string[] RawValues =
    [
        "1e400", "-1e400", "1e-400", "9223372036854775808", "-0", "1.5", "1E5", "null", "true", "[]", "{}", "\"\"", "[[[[[[[[]]]]]]]]", "\"0001-01-01T00:00:00Z\"", "\"9999-12-31T23:59:59Z\"",
        "\"\\ud800\"", "\"\\u0000\"", "\"\\uffff\"", "\"\\u001b[31m\"", "NaN", "Infinity", "01", "'x'", "undefined",
    ];

    public static byte[] Change(string json, FuzzCase fuzz)
    {
        var text = json;
        for (var left = fuzz.Random.Next(1, 4); left > 0; left--)
        {
            text = fuzz.Random.Next(5) == 0 ? ChangeText(text, fuzz) : ChangeNode(text, fuzz);
        }

        var bytes = Encoding.UTF8.GetBytes(text[..Math.Min(text.Length, MaxLength)]);
        if (fuzz.OneIn(8))
        {
            fuzz.Story.Add("  bytes");
            bytes = OddBytes.Spoil(bytes, fuzz.Random);
        }

        return bytes;
    }

    private static string ChangeNode(string text, FuzzCase fuzz)
    {
        try
        {
            var root = JsonNode.Parse(text, documentOptions: new() { CommentHandling = System.Text.Json.JsonCommentHandling.Skip, AllowTrailingCommas = true });
            List<JsonNode> nodes = [.. Below(root)];
            return nodes.Count == 0 ? text : ChangeNode(root!, fuzz.Pick(nodes), MaxLength - text.Length, fuzz);
        }
        catch (Exception ex) when (ex is System.Text.Json.JsonException or ArgumentException or InvalidOperationException)
        {
            // An earlier change left what no tree can hold.
            return ChangeText(text, fuzz);
        }
    }

    private static string ChangeNode(JsonNode root, JsonNode node, int left, FuzzCase fuzz)
    {
        var path = node.GetPath();
        fuzz.Story.Add($"  {path}");
        // A placeholder stands for what no node can hold.
        const string place = "\"@place@\"";
        var value = fuzz.Random.Next(4) == 0 ? System.Text.Json.JsonSerializer.Serialize(OddTexts.Any(fuzz.Random)) : fuzz.Pick(RawValues);
        switch (fuzz.Random.Next(5))
        {
            case 0 when node.Parent is JsonObject parent:
                parent.Remove(node.GetPropertyName());
                return root.ToJsonString();
            case 1 when node.Parent is JsonArray array:
                for (var times = Math.Min(1 << fuzz.Random.Next(10), left / node.ToJsonString().Length); times > 0; times--)
                {
                    array.Add(node.DeepClone());
                }

                return root.ToJsonString();
            case 2 when node.Parent is JsonObject parent:
                parent[OddTexts.Any(fuzz.Random)] = node.DeepClone();
                return root.ToJsonString();
            default:
                node.ReplaceWith("@place@");
                return root.ToJsonString().Replace(place, value, StringComparison.Ordinal);
        }
    }

    private static string ChangeText(string text, FuzzCase fuzz)
    {
        fuzz.Story.Add("  text");
        var at = fuzz.Random.Next(text.Length + 1);
        return fuzz.Random.Next(5) switch
        {
            0 => text[..at],
            1 => text.Insert(at, fuzz.Pick(RawValues)),
            2 => text.Insert(at, new string('[', 1 << fuzz.Random.Next(16))),
            3 => text.Insert(at, $"\"{fuzz.Random.Next()}\":"),
            _ => text.Remove(at, Math.Min(text.Length - at, fuzz.Random.Next(1, 20))),
        };
    }

    /// <summary>All values below one.</summary>
    private static IEnumerable<JsonNode> Below(JsonNode? node) => node switch
    {
        JsonObject members => members.Select(member => member.Value).OfType<JsonNode>().SelectMany(child => Below(child).Prepend(child)),
        JsonArray elements => elements.OfType<JsonNode>().SelectMany(child => Below(child).Prepend(child)),
        _ => [],
    };
}
