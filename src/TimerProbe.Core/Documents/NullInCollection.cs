using System.Text.Json;

namespace TimerProbe.Core.Documents;

/// <summary>No list or map of a document holds a null. The serializer looks at members only, and lets one in a collection pass.</summary>
internal static class NullInCollection
{
    /// <exception cref="JsonException">A list or map holds a null, or the text is no JSON.</exception>
    public static void Refuse(ReadOnlySpan<byte> utf8)
    {
        var reader = new Utf8JsonReader(utf8);
        var isCollection = new Stack<bool>();
        var opensMap = false;
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.PropertyName:
                    opensMap = reader.ValueTextEquals("other") || reader.ValueTextEquals("kernelOptions");
                    continue;
                case JsonTokenType.StartArray or JsonTokenType.StartObject:
                    isCollection.Push(opensMap || reader.TokenType == JsonTokenType.StartArray);
                    break;
                case JsonTokenType.EndArray or JsonTokenType.EndObject:
                    isCollection.Pop();
                    break;
                case JsonTokenType.Null when isCollection.TryPeek(out var inCollection) && inCollection:
                    throw new JsonException($"A list or map holds a null (byte {reader.TokenStartIndex}).");
            }

            opensMap = false;
        }
    }
}
