using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Core.Documents;

/// <summary>Reads and writes documents as JSON.</summary>
public static class DocumentJson
{
    private static readonly DocumentJsonContext Context = new(OutsideConverters.Of(DocumentJsonContext.Default.Options));

    // The reader's own word for an escape such as \ud800 alone is no JsonException.
    private const string HalfCharacter = "The text holds half of a character.";

    /// <summary>The document as indented JSON without a newline at the end.</summary>
    public static string Write(CheckDocument document) => JsonSerializer.Serialize(document, Context.CheckDocument);

    /// <inheritdoc cref="Write(CheckDocument)"/>
    public static string Write(ScanDocument document) => JsonSerializer.Serialize(document, Context.ScanDocument);

    /// <inheritdoc cref="Write(CheckDocument)"/>
    public static string Write(SqlDocument document) => JsonSerializer.Serialize(document, Context.SqlDocument);

    /// <inheritdoc cref="Write(CheckDocument)"/>
    public static string Write(HistoryDocument document) => JsonSerializer.Serialize(document, Context.HistoryDocument);

    /// <inheritdoc cref="Write(CheckDocument)"/>
    public static string Write(RunsDocument document) => JsonSerializer.Serialize(document, Context.RunsDocument);

    /// <summary>Writes the document as indented JSON in UTF-8, in little memory, without a newline at the end.</summary>
    public static void Write(Stream stream, ScanDocument document) => JsonSerializer.Serialize(stream, document, Context.ScanDocument);

    /// <summary>Reads a check document.</summary>
    /// <exception cref="JsonException">The text is not a check document.</exception>
    public static CheckDocument ReadCheck(string json) => ReadCheck(Encoding.UTF8.GetBytes(json));

    /// <inheritdoc cref="ReadCheck(string)"/>
    public static CheckDocument ReadCheck(ReadOnlySpan<byte> utf8) => Read(utf8, Context.CheckDocument);

    /// <summary>Reads a scan document.</summary>
    /// <exception cref="JsonException">The text is not a scan document.</exception>
    public static ScanDocument ReadScan(string json) => ReadScan(Encoding.UTF8.GetBytes(json));

    /// <inheritdoc cref="ReadScan(string)"/>
    public static ScanDocument ReadScan(ReadOnlySpan<byte> utf8) => Read(utf8, Context.ScanDocument);

    /// <summary>Reads a document about a SQL Server.</summary>
    /// <exception cref="JsonException">The text is not such a document.</exception>
    public static SqlDocument ReadSql(string json) => ReadSql(Encoding.UTF8.GetBytes(json));

    /// <inheritdoc cref="ReadSql(string)"/>
    public static SqlDocument ReadSql(ReadOnlySpan<byte> utf8) => Read(utf8, Context.SqlDocument);

    /// <summary>Reads a history.</summary>
    /// <exception cref="JsonException">The text is not a history.</exception>
    public static HistoryDocument ReadHistory(ReadOnlySpan<byte> utf8) => Read(utf8, Context.HistoryDocument);

    /// <summary>Reads a list of runs.</summary>
    /// <exception cref="JsonException">The text is not such a list.</exception>
    public static RunsDocument ReadRuns(ReadOnlySpan<byte> utf8) => Read(utf8, Context.RunsDocument);

    /// <summary>The schema that a document names, such as <c>timerprobe.check/1</c>; null when it names none.</summary>
    /// <exception cref="JsonException">The text is not a JSON object.</exception>
    public static string? SchemaOf(ReadOnlySpan<byte> utf8)
    {
        var reader = new Utf8JsonReader(WithoutMark(utf8));
        try
        {
            return SchemaOf(ref reader);
        }
        catch (InvalidOperationException half)
        {
            throw new JsonException(HalfCharacter, half);
        }
    }

    private static string? SchemaOf(ref Utf8JsonReader reader)
    {
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("It is not a JSON object.");
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
    }

    private static TDocument Read<TDocument>(ReadOnlySpan<byte> utf8, JsonTypeInfo<TDocument> type)
    {
        utf8 = WithoutMark(utf8);
        try
        {
            NullInCollection.Refuse(utf8);
            return JsonSerializer.Deserialize(utf8, type) ?? throw new JsonException("The document is empty.");
        }
        catch (JsonException slip) when (slip.Path is { Length: > 0 } path && !slip.Message.Contains(path, StringComparison.Ordinal))
        {
            throw new JsonException($"{slip.Message} (at {path}, line {slip.LineNumber + 1})", slip);
        }
        catch (InvalidOperationException half)
        {
            throw new JsonException(HalfCharacter, half);
        }
    }

    /// <summary>PowerShell and editors on Windows put a byte order mark before UTF-8.</summary>
    private static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> utf8) =>
        utf8.StartsWith(Encoding.UTF8.Preamble) ? utf8[Encoding.UTF8.Preamble.Length..] : utf8;
}

[JsonSourceGenerationOptions(
    WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(CheckDocument))]
[JsonSerializable(typeof(ScanDocument))]
[JsonSerializable(typeof(SqlDocument))]
[JsonSerializable(typeof(HistoryDocument))]
[JsonSerializable(typeof(RunsDocument))]
internal sealed partial class DocumentJsonContext : JsonSerializerContext;
