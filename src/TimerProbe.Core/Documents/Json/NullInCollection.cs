using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Core.Documents;

/// <summary>No list or map of a document holds a null. The serializer looks at members only, and lets one in a collection pass.</summary>
internal static class NullInCollection
{
    /// <summary>Looks at every list and map that a record has; what a record does not have is not looked at.</summary>
    /// <exception cref="JsonException">One holds a null, or the text is no JSON.</exception>
    public static void Refuse(ReadOnlySpan<byte> utf8, JsonTypeInfo type)
    {
        var reader = new Utf8JsonReader(utf8);
        if (reader.Read())
        {
            Refuse(ref reader, type);
        }
    }

    private static void Refuse(ref Utf8JsonReader reader, JsonTypeInfo type)
    {
        switch (reader.TokenType, type.Kind)
        {
            case (JsonTokenType.StartObject, JsonTypeInfoKind.Object):
                RefuseInMembers(ref reader, type);
                break;
            case (JsonTokenType.StartObject, JsonTypeInfoKind.Dictionary):
            case (JsonTokenType.StartArray, JsonTypeInfoKind.Enumerable):
                RefuseInItems(ref reader, type.Options.GetTypeInfo(type.ElementType!));
                break;
            default:
                reader.Skip();
                break;
        }
    }

    private static void RefuseInMembers(ref Utf8JsonReader reader, JsonTypeInfo type)
    {
        var next = 0;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var at = IndexOf(ref reader, type.Properties, next);
            reader.Read();
            if (at < 0)
            {
                reader.Skip();
                continue;
            }

            next = at + 1;
            Refuse(ref reader, type.Options.GetTypeInfo(type.Properties[at].PropertyType));
        }
    }

    /// <summary>Members nearly always stand in the order in which they are written, so the next one is tried first.</summary>
    private static int IndexOf(ref Utf8JsonReader reader, IList<JsonPropertyInfo> members, int next)
    {
        for (var tried = 0; tried < members.Count; tried++)
        {
            var at = (next + tried) % members.Count;
            if (reader.ValueTextEquals(members[at].Name))
            {
                return at;
            }
        }

        return -1;
    }

    private static void RefuseInItems(ref Utf8JsonReader reader, JsonTypeInfo item)
    {
        while (reader.Read() && reader.TokenType is not (JsonTokenType.EndArray or JsonTokenType.EndObject))
        {
            if (reader.TokenType == JsonTokenType.PropertyName)
            {
                reader.Read();
            }

            if (reader.TokenType == JsonTokenType.Null)
            {
                throw new JsonException($"a list or map holds a null (byte {reader.TokenStartIndex})");
            }

            Refuse(ref reader, item);
        }
    }
}
