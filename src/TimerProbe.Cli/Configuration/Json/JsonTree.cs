using System.Text;
using System.Text.Json;
using System.Text.Unicode;

namespace TimerProbe.Cli.Configuration.Json;

/// <summary>Reads a JSON text, with comments and trailing commas, into values that know their places.</summary>
internal static class JsonTree
{
    private const int MostLevels = 32;

    private static readonly JsonReaderOptions Options = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true, MaxDepth = MostLevels };

    /// <exception cref="JsonSlip">It is no JSON.</exception>
    public static JsonValue Read(byte[] text)
    {
        var start = SkipMark(text);
        var lines = new LineIndex(text[start..]);
        AssertUtf8(text.AsSpan(start), lines);
        var reader = new Utf8JsonReader(text.AsSpan(start), Options);
        try
        {
            if (!reader.Read())
            {
                throw new JsonSlip(new JsonPlace(1, 1), "the file holds no configuration: the least is {}");
            }

            var value = Value(ref reader, lines);
            _ = reader.Read();
            return value;
        }
        catch (JsonException slip)
        {
            throw new JsonSlip(lines.At(slip.LineNumber ?? 0, slip.BytePositionInLine ?? 0), JsonSentence.Of(slip.Message));
        }
        catch (InvalidOperationException)
        {
            // The reader's own word for an escape such as \ud800 alone.
            throw new JsonSlip(lines.At(reader.TokenStartIndex), "the text holds half of a character");
        }
    }

    private static int SkipMark(byte[] text) => text switch
    {
        [0xEF, 0xBB, 0xBF, ..] => 3,
        [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] => throw new JsonSlip(new JsonPlace(1, 1), "the file is UTF-16: save it as UTF-8"),
        _ => 0,
    };

    private static void AssertUtf8(ReadOnlySpan<byte> text, LineIndex lines)
    {
        if (Utf8.IsValid(text))
        {
            return;
        }

        var offset = 0;
        while (Rune.DecodeFromUtf8(text[offset..], out _, out var length) == System.Buffers.OperationStatus.Done)
        {
            offset += length;
        }

        throw new JsonSlip(lines.At(offset), "the file is not UTF-8 here: save it as UTF-8");
    }

    private static JsonValue Value(ref Utf8JsonReader reader, LineIndex lines)
    {
        var place = lines.At(reader.TokenStartIndex);
        return reader.TokenType switch
        {
            JsonTokenType.StartObject => new JsonValue(JsonValueKind.Object, place) { Members = Members(ref reader, lines) },
            JsonTokenType.StartArray => new JsonValue(JsonValueKind.Array, place) { Items = Items(ref reader, lines) },
            JsonTokenType.String => new JsonValue(JsonValueKind.String, place) { Text = reader.GetString()! },
            JsonTokenType.Number => new JsonValue(JsonValueKind.Number, place) { Text = Encoding.UTF8.GetString(reader.ValueSpan) },
            JsonTokenType.True => new JsonValue(JsonValueKind.True, place),
            JsonTokenType.False => new JsonValue(JsonValueKind.False, place),
            _ => new JsonValue(JsonValueKind.Null, place),
        };
    }

    private static List<JsonMember> Members(ref Utf8JsonReader reader, LineIndex lines)
    {
        var members = new List<JsonMember>();
        var names = new HashSet<string>(StringComparer.Ordinal);
        while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
        {
            var place = lines.At(reader.TokenStartIndex);
            var name = reader.GetString()!;
            if (!names.Add(name))
            {
                throw new JsonSlip(place, "the same name stands twice in one object");
            }

            reader.Read();
            members.Add(new JsonMember(name, place, Value(ref reader, lines)));
        }

        return members;
    }

    private static List<JsonValue> Items(ref Utf8JsonReader reader, LineIndex lines)
    {
        var items = new List<JsonValue>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            items.Add(Value(ref reader, lines));
        }

        return items;
    }
}
