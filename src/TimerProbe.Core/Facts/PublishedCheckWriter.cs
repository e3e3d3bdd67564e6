using System.Buffers;

namespace TimerProbe.Core.Facts;

/// <summary>
/// Writes a result as the value of <see cref="PublishedCheck.Variable"/>. Words, times and costs beyond its bounds <see
/// cref="PublishedCheckReader"/> does not believe.
/// </summary>
public static class PublishedCheckWriter
{
    internal const int Version = 1;
    internal const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'";

    private const int MaxWord = 64;

    // What takes a second is no read of a clock.
    private const double MaxNanoseconds = 1e9;
    private const double MinNanoseconds = 1e-3;

    private static readonly SearchValues<char> WordCharacters = SearchValues.Create(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.+-_");

    /// <summary>
    /// A line of JSON in ASCII, at most <see cref="PublishedCheckReader.MaxLength"/> characters, without figures that cannot be.
    /// </summary>
    public static string Write(PublishedCheck check)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteNumber("v", Version);
            json.WriteString("t", check.MeasuredAt.UtcDateTime.ToString(TimeFormat));
            json.WriteString("id", check.Id);
            WriteText(json, "boot", Word(check.Boot));
            json.WriteString("state", check.State.ToDocumentName());
            json.WriteString("cause", check.Cause.ToDocumentName());
            WriteText(json, "conf", check.Confidence?.ToDocumentName());
            json.WriteStartObject("ns");
            WriteCost(json, "precise", check.PreciseTime);
            WriteCost(json, "rdtsc", check.TimestampCounter);
            WriteCost(json, "exit", check.VmExit);
            json.WriteEndObject();
            if (check.VirtualTscHz is { IsOfClock: true } rate)
            {
                json.WriteNumber("tscHz", rate.Hertz);
            }

            json.WriteString("tool", Word(check.ToolVersion) ?? "unknown");
            if (check.SqlServer)
            {
                json.WriteBoolean("sql", true);
            }

            json.WriteEndObject();
        }

        return Encoding.ASCII.GetString(buffer.WrittenSpan);
    }

    internal static bool IsWord(string text) => text.Length is > 0 and <= MaxWord && !text.AsSpan().ContainsAnyExcept(WordCharacters);

    internal static Duration? Cost(Duration? reported) =>
        reported is { Nanoseconds: >= MinNanoseconds and <= MaxNanoseconds } ? reported : null;

    /// <summary>What of a text can be written; null when that is nothing.</summary>
    private static string? Word(string? text) =>
        new string([.. (text ?? "").Where(letter => WordCharacters.Contains(letter)).Take(MaxWord)]) is { Length: > 0 } word ? word : null;

    private static void WriteText(Utf8JsonWriter json, string name, string? text)
    {
        if (text is not null)
        {
            json.WriteString(name, text);
        }
    }

    private static void WriteCost(Utf8JsonWriter json, string name, Duration? cost)
    {
        if (cost is { } measured && Cost(new Duration(Math.Round(measured.Nanoseconds, 1))) is { } reported)
        {
            json.WriteNumber(name, reported.Nanoseconds);
        }
    }
}
