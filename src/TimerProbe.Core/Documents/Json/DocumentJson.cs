namespace TimerProbe.Core.Documents;

/// <summary>Reads and writes documents as JSON.</summary>
public static class DocumentJson
{
    private static readonly DocumentJsonContext Context = new(WithConverters(DocumentJsonContext.Default.Options));

    // In memory it has seven times the size of its text; the others have less, and are bounded where they are read.
    private const int MaxBytesOfPlan = 32 << 20;

    /// <summary>How every document and every line of JSON is read and written.</summary>
    internal static JsonSerializerOptions WithConverters(JsonSerializerOptions generated) => new(generated)
    {
        Converters =
        {
            new UtcJsonConverter(),
            new NumberJsonConverter<double>(ExternalNumber.Figure, (writer, value) => writer.WriteNumberValue(value)),
            new NumberJsonConverter<long>(ExternalNumber.Count, (writer, value) => writer.WriteNumberValue(value)),
            new NumberJsonConverter<int>(ExternalNumber.IntCount, (writer, value) => writer.WriteNumberValue(value)),
        },
    };

    public static string Write<TDocument>(TDocument document)
        where TDocument : class => JsonSerializer.Serialize(document, GetTypeInfo(typeof(TDocument)));

    public static void Write(Stream stream, object document) => JsonSerializer.Serialize(stream, document, GetTypeInfo(document.GetType()));

    /// <summary>Reads a document of a kind.</summary>
    /// <exception cref="JsonException">The text is not such a document.</exception>
    public static TDocument Read<TDocument>(string json) where TDocument : class => Read<TDocument>(Encoding.UTF8.GetBytes(json));

    public static TDocument Read<TDocument>(ReadOnlySpan<byte> utf8)
        where TDocument : class =>
        GetSchema(utf8) is var schema && schema == DocumentKind.For(typeof(TDocument)).Schema
            ? (TDocument)Read(utf8, typeof(TDocument))
            : throw new OtherKindException(schema);

    /// <summary>Reads a document of the kind it says it is.</summary>
    /// <exception cref="JsonException">The text is not a document of a known kind.</exception>
    public static object Read(ReadOnlySpan<byte> utf8) => Read(utf8, DocumentKind.For(GetSchema(utf8)).Record);

    public static JsonTypeInfo GetTypeInfo(Type record) =>
        Context.GetTypeInfo(record) ?? throw new InvalidOperationException($"{record.Name} is not registered.");

    private static string? GetSchema(ReadOnlySpan<byte> utf8) => DocumentSlip.Read(WithoutMark(utf8), text =>
    {
        var reader = new Utf8JsonReader(text);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("it is not a JSON object");
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isSchema = reader.ValueTextEquals("schema");
            reader.Read();
            if (isSchema)
            {
                return reader.TokenType == JsonTokenType.String ? reader.GetString() : null;
            }

            reader.Skip();
        }

        return null;
    });

    private static object Read(ReadOnlySpan<byte> utf8, Type record)
    {
        if (record == typeof(PlanDocument) && utf8.Length > MaxBytesOfPlan)
        {
            throw new JsonException(FormattableString.Invariant($"it has {(utf8.Length >> 20) + 1} MB, and 32 MB is the most of a plan"));
        }

        var type = GetTypeInfo(record);
        return DocumentSlip.Read(WithoutMark(utf8), text =>
        {
            RefuseNulls(text, type);
            var document = JsonSerializer.Deserialize(text, type) ?? throw new JsonException("it is empty");
            return document is ScanDocument scan ? scan.Upgraded() : document;
        });
    }

    /// <summary>
    /// No list or map that a record has holds a null: the serializer looks at members only, and lets one in a collection pass. What
    /// a record does not have is not looked at.
    /// </summary>
    private static void RefuseNulls(ReadOnlySpan<byte> utf8, JsonTypeInfo type)
    {
        var reader = new Utf8JsonReader(utf8);
        if (reader.Read())
        {
            RefuseNulls(ref reader, type);
        }
    }

    private static void RefuseNulls(ref Utf8JsonReader reader, JsonTypeInfo type)
    {
        switch (reader.TokenType, type.Kind)
        {
            case (JsonTokenType.StartObject, JsonTypeInfoKind.Object):
                RefuseNullsInMembers(ref reader, type);
                break;
            case (JsonTokenType.StartObject, JsonTypeInfoKind.Dictionary):
            case (JsonTokenType.StartArray, JsonTypeInfoKind.Enumerable):
                RefuseNullsInItems(ref reader, type.Options.GetTypeInfo(type.ElementType!));
                break;
            default:
                reader.Skip();
                break;
        }
    }

    private static void RefuseNullsInMembers(ref Utf8JsonReader reader, JsonTypeInfo type)
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
            RefuseNulls(ref reader, type.Options.GetTypeInfo(type.Properties[at].PropertyType));
        }
    }

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

    private static void RefuseNullsInItems(ref Utf8JsonReader reader, JsonTypeInfo item)
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

            RefuseNulls(ref reader, item);
        }
    }

    /// <summary>PowerShell and editors on Windows put a byte order mark before UTF-8.</summary>
    private static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> utf8) =>
        utf8.StartsWith(Encoding.UTF8.Preamble) ? utf8[Encoding.UTF8.Preamble.Length..] : utf8;
}

[JsonSourceGenerationOptions(
    WriteIndented = true,
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(CheckDocument))]
[JsonSerializable(typeof(ScanDocument))]
[JsonSerializable(typeof(SqlDocument))]
[JsonSerializable(typeof(HistoryDocument))]
[JsonSerializable(typeof(RunsDocument))]
[JsonSerializable(typeof(LogDocument))]
[JsonSerializable(typeof(PlanDocument))]
internal sealed partial class DocumentJsonContext : JsonSerializerContext;
