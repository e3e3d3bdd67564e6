namespace TimerProbe.Core.Facts;

/// <summary>
/// Reads the value of <see cref="PublishedCheck.Variable"/>. Any user of the guest may have written it: what is not to the
/// letter what <see cref="PublishedCheckWriter"/> writes, but for members that a later release may add, is not believed at all.
/// </summary>
public static class PublishedCheckReader
{
    /// <summary>The characters of the longest value.</summary>
    public const int MaxLength = 1_000;

    // An object of objects, and room for what a later release adds.
    private static readonly JsonDocumentOptions Strictly = new() { MaxDepth = 4, AllowDuplicateProperties = false };

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

        if (version != PublishedCheckWriter.Version)
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

    private static string? Word(JsonElement element) => Text(element) is { } text && PublishedCheckWriter.IsWord(text) ? text : null;

    private static DateTimeOffset? Time(JsonElement element) =>
        DateTimeOffset.TryParseExact(
            Text(element), PublishedCheckWriter.TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
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
            ? PublishedCheckWriter.Cost(new Duration(nanoseconds))
            : null;

    private static Frequency? Rate(JsonElement element) =>
        element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out var hertz) ? Frequency.OfClock(hertz) : null;

    private static bool? Truth(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => null,
    };
}
