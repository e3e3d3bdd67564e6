namespace TimerProbe.Core.Watching;

/// <summary>Reads and writes lines of <c>timerprobe.watch/1</c>.</summary>
public static class WatchJson
{
    private static readonly WatchJsonContext Context = new(DocumentJson.WithConverters(WatchJsonContext.Default.Options));

    internal static JsonTypeInfo Type => Context.WatchLine;

    public static byte[] Write(WatchLine line) => [.. JsonSerializer.SerializeToUtf8Bytes(line, Context.WatchLine), (byte)'\n'];

    /// <summary>Reads a line.</summary>
    /// <exception cref="JsonException">It is no line of this form, or not whole.</exception>
    public static WatchLine Read(ReadOnlySpan<byte> utf8) => DocumentSlip.Read(utf8, text =>
    {
        var line = JsonSerializer.Deserialize(text, Context.WatchLine) ?? throw new JsonException("it is empty");
        return line.Schema != WatchLine.SchemaName ? throw new OtherKindException(line.Schema)
            : line.Steps.Contains(null!) || line.Beside.Moves.Contains(null!) ? throw new JsonException("a list of it holds a null")
            : line;
    });
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(WatchLine))]
internal sealed partial class WatchJsonContext : JsonSerializerContext;
