using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using TimerProbe.Core.Documents;

namespace TimerProbe.Core.Watching;

/// <summary>Reads and writes lines of <c>timerprobe.watch/1</c>.</summary>
public static class WatchJson
{
    private static readonly WatchJsonContext Context = new(ExternalConverters.Create(WatchJsonContext.Default.Options));

    internal static JsonTypeInfo Type => Context.WatchLine;

    /// <summary>The line as JSON in UTF-8, with the newline that ends it; none within it.</summary>
    public static byte[] Write(WatchLine line) => [.. JsonSerializer.SerializeToUtf8Bytes(line, Context.WatchLine), (byte)'\n'];

    /// <summary>Reads a line.</summary>
    /// <exception cref="JsonException">It is no line of this form, or not whole.</exception>
    public static WatchLine Read(ReadOnlySpan<byte> utf8)
    {
        try
        {
            var line = JsonSerializer.Deserialize(utf8, Context.WatchLine) ?? throw new JsonException("The line is empty.");
            return line.Schema == WatchLine.SchemaName
                ? line
                : throw new JsonException($"The line is not of the form {WatchLine.SchemaName}.");
        }
        catch (Exception unknown) when (unknown is NotSupportedException or InvalidOperationException)
        {
            throw new JsonException("The line is of no known kind.", unknown);
        }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowOutOfOrderMetadataProperties = true)]
[JsonSerializable(typeof(WatchLine))]
internal sealed partial class WatchJsonContext : JsonSerializerContext;

/// <summary>Where lines go: a console, a file, a store.</summary>
public interface IWatchLog
{
    /// <summary>
    /// Keeps a line: whole, after all that were kept before, and safe from the end of this process. A log that cannot keep it now
    /// says so once by its own means, and does not stop the watching.
    /// </summary>
    void Append(WatchLine line);
}
