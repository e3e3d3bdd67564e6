using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Documents;

/// <summary>Reads and writes documents as JSON.</summary>
public static class DocumentJson
{
    private static readonly DocumentJsonContext Context = new(new JsonSerializerOptions(DocumentJsonContext.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new UtcJsonConverter() },
    });

    /// <summary>The document as indented JSON without a newline at the end.</summary>
    public static string Write(CheckDocument document) => JsonSerializer.Serialize(document, Context.CheckDocument);

    /// <inheritdoc cref="Write(CheckDocument)"/>
    public static string Write(ScanDocument document) => JsonSerializer.Serialize(document, Context.ScanDocument);

    /// <summary>Reads a check document.</summary>
    /// <exception cref="JsonException">The text is not a check document.</exception>
    public static CheckDocument ReadCheck(string json) =>
        JsonSerializer.Deserialize(json, Context.CheckDocument) ?? throw new JsonException("The document is empty.");

    /// <summary>Reads a scan document.</summary>
    /// <exception cref="JsonException">The text is not a scan document.</exception>
    public static ScanDocument ReadScan(string json) =>
        JsonSerializer.Deserialize(json, Context.ScanDocument) ?? throw new JsonException("The document is empty.");
}

[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(CheckDocument))]
[JsonSerializable(typeof(ScanDocument))]
internal sealed partial class DocumentJsonContext : JsonSerializerContext;
