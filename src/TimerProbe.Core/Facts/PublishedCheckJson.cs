namespace TimerProbe.Core.Facts;

/// <summary>
/// A result as the value of <see cref="PublishedCheck.Variable"/>. Any user of the guest may have written it: what is not to the
/// letter what is written here, but for members that a later release may add, is not believed at all.
/// </summary>
public static class PublishedCheckJson
{
    /// <summary>The characters of the longest value.</summary>
    public const int MaxLength = 1_000;

    private const int Version = 1;
    private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'";
    private const int MaxWord = 64;

    // What takes a second is no read of a clock.
    private const double MaxNanoseconds = 1e9;
    private const double MinNanoseconds = 1e-3;

    // An object of objects, and room for what a later release adds.
    private static readonly JsonDocumentOptions Strictly = new() { MaxDepth = 4, AllowDuplicateProperties = false };

    private static readonly SearchValues<char> WordCharacters = SearchValues.Create(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.+-_");

    /// <summary>A line of JSON in ASCII, at most <see cref="MaxLength"/> characters, without figures that cannot be.</summary>
    public static string Write(PublishedCheck check)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteNumber("v", Version);
            json.WriteString("t", check.MeasuredAt.UtcDateTime.ToString(TimeFormat));
            json.WriteString("id", check.Id);
            WriteText(json, "boot", WordOf(check.Boot));
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

            json.WriteString("tool", WordOf(check.ToolVersion) ?? "unknown");
            if (check.SqlServer)
            {
                json.WriteBoolean("sql", true);
            }

            json.WriteEndObject();
        }

        return Encoding.ASCII.GetString(buffer.WrittenSpan);
    }

    public static (PublishedCheck? Check, Problem? Why) Read(string value)
    {
        if (value.Length > MaxLength)
        {
            return Refused($"it is longer than {MaxLength} characters");
        }

        if (value.AsSpan().ContainsAnyExceptInRange(' ', '~'))
        {
            return Refused("it holds characters that are not printable ASCII");
        }

        try
        {
            using var json = JsonDocument.Parse(value, Strictly);
            return Read(json.RootElement);
        }
        catch (JsonException)
        {
            return Refused("it is not a JSON object, or not a whole one");
        }
        catch (InvalidOperationException)
        {
            // The reader's own word for an escape such as \ud800 alone.
            return Refused("it holds half of a character");
        }
    }

    private static (PublishedCheck? Check, Problem? Why) Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            return Refused("it is not a JSON object, or not a whole one");
        }

        if (Count(root, "v") is not { } version)
        {
            return Refused("it names no version");
        }

        if (version != Version)
        {
            return Refused($"this release does not know its version, {version}");
        }

        var wrong = new List<string>();
        var ns = Optional(root, "ns", element => element.ValueKind == JsonValueKind.Object ? element : (JsonElement?)null, wrong);
        var check = new PublishedCheck
        {
            MeasuredAt = Required(root, "t", Time, wrong),
            Id = Required(root, "id", Id, wrong),
            Boot = Optional(root, "boot", Word, wrong),
            State = Required(root, "state", Member<ClockState>, wrong),
            Cause = Required(root, "cause", Member<ClockCause>, wrong),
            Confidence = Optional(root, "conf", Member<Confidence>, wrong),
            PreciseTime = Optional(ns, "precise", Cost, wrong),
            TimestampCounter = Optional(ns, "rdtsc", Cost, wrong),
            VmExit = Optional(ns, "exit", Cost, wrong),
            VirtualTscHz = Optional(root, "tscHz", Rate, wrong),
            ToolVersion = Optional(root, "tool", Word, wrong) ?? "",
            SqlServer = Optional(root, "sql", Truth, wrong) ?? false,
        };
        if (check.ToolVersion.Length == 0)
        {
            wrong.Add("tool");
        }

        return wrong.Count > 0 ? Refused($"its {wrong[0]} is missing or cannot be")
            : check is { State: ClockState.Healthy, Cause: not ClockCause.None } ? Refused("it calls the clock healthy and names a cause")
            : (check, null);
    }

    private static (PublishedCheck? Check, Problem? Why) Refused(string why) => (null, Problem.Create(ProblemCode.ResultRefused, why));

    private static T Required<T>(JsonElement of, string name, Func<JsonElement, T?> read, List<string> wrong) where T : struct
    {
        if (of.TryGetProperty(name, out var element) && read(element) is { } value)
        {
            return value;
        }

        wrong.Add(name);
        return default;
    }

    private static T? Optional<T>(JsonElement? of, string name, Func<JsonElement, T?> read, List<string> wrong) where T : struct
    {
        if (of is not { } parent || !parent.TryGetProperty(name, out var element))
        {
            return null;
        }

        var value = read(element);
        if (value is null)
        {
            wrong.Add(name);
        }

        return value;
    }

    private static string? Optional(JsonElement of, string name, Func<JsonElement, string?> read, List<string> wrong)
    {
        if (!of.TryGetProperty(name, out var element))
        {
            return null;
        }

        var value = read(element);
        if (value is null)
        {
            wrong.Add(name);
        }

        return value;
    }

    private static string? Text(JsonElement element) => element.ValueKind == JsonValueKind.String ? element.GetString() : null;

    private static string? Word(JsonElement element) => Text(element) is { } text && IsWord(text) ? text : null;

    private static DateTimeOffset? Time(JsonElement element) =>
        DateTimeOffset.TryParseExact(
            Text(element), TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            ? ExternalTime.Accept(time)
            : null;

    private static Guid? Id(JsonElement element) => Guid.TryParseExact(Text(element), "D", out var id) && id != Guid.Empty ? id : null;

    private static TEnum? Member<TEnum>(JsonElement element)
        where TEnum : struct, Enum => Text(element) is { } text
            ? Enum.GetValues<TEnum>().Cast<TEnum?>().FirstOrDefault(member => member!.Value.ToDocumentName() == text)
            : null;

    private static long? Count(JsonElement of, string name) =>
        of.TryGetProperty(name, out var element) && element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out var count)
            ? count
            : null;

    private static Duration? Cost(JsonElement element) =>
        element.ValueKind == JsonValueKind.Number && element.TryGetDouble(out var nanoseconds)
            ? Believed(new Duration(nanoseconds))
            : null;

    private static Frequency? Rate(JsonElement element) =>
        element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out var hertz) ? Frequency.OfClock(hertz) : null;

    private static bool? Truth(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => null,
    };

    private static bool IsWord(string text) => text.Length is > 0 and <= MaxWord && !text.AsSpan().ContainsAnyExcept(WordCharacters);

    private static Duration? Believed(Duration? reported) =>
        reported is { Nanoseconds: >= MinNanoseconds and <= MaxNanoseconds } ? reported : null;

    /// <summary>What of a text can be written; null when that is nothing.</summary>
    private static string? WordOf(string? text) =>
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
        if (cost is { } measured && Believed(new Duration(Math.Round(measured.Nanoseconds, 1))) is { } reported)
        {
            json.WriteNumber(name, reported.Nanoseconds);
        }
    }
}
