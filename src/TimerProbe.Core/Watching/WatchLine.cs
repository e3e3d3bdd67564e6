using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>One line of what <c>timerprobe watch</c> saw, a JSON object a line; kinds of lines are added within version 1.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(WatchStarted), "started")]
[JsonDerivedType(typeof(WatchLevelFound), "level")]
[JsonDerivedType(typeof(WatchChanged), "change")]
[JsonDerivedType(typeof(WatchDrifted), "drift")]
[JsonDerivedType(typeof(WatchClockStepped), "clockStep")]
[JsonDerivedType(typeof(WatchSuspended), "suspended")]
[JsonDerivedType(typeof(WatchHostChanged), "hostChanged")]
[JsonDerivedType(typeof(WatchSampled), "sample")]
[JsonDerivedType(typeof(WatchSummary), "summary")]
[JsonDerivedType(typeof(WatchEnded), "ended")]
public abstract record WatchLine
{
    /// <summary>The name and version of the lines' form.</summary>
    public const string SchemaName = "timerprobe.watch/1";

    /// <summary>The name and version of this form.</summary>
    [JsonPropertyOrder(-4)]
    public string Schema { get; init; } = SchemaName;

    /// <summary>The run it belongs to: a UUID of version 7, the same on each line from started to ended.</summary>
    [JsonPropertyOrder(-3)]
    public required Guid Run { get; init; }

    /// <summary>When it happened.</summary>
    [JsonPropertyOrder(-2)]
    public required DateTimeOffset At { get; init; }

    /// <summary>The number of the sample it happened with, from 1; 0 before the first.</summary>
    [JsonPropertyOrder(-1)]
    public required long Sample { get; init; }
}

/// <summary>Something that happened close to something else.</summary>
/// <param name="Kind">The kind of the line that reports it.</param>
/// <param name="At">When.</param>
/// <param name="What">It in a few words.</param>
public sealed record WatchNeighbour(string Kind, DateTimeOffset At, string What);

/// <summary>What reading the clock costs while nothing changes: medians of the medians of samples.</summary>
public sealed record WatchLevel
{
    /// <summary>What a read of precise time costs, in bands.</summary>
    public required ClockState State { get; init; }

    /// <summary>Why, when it is not healthy.</summary>
    public required ClockCause Cause { get; init; }

    /// <summary>A read of precise time.</summary>
    public required Duration PreciseTimeNs { get; init; }

    /// <summary>
    /// A read of precise time at the faster of two levels between which the clock goes to and fro; null, and left out,
    /// for a level by itself. <see cref="PreciseTimeNs"/> is then that of the slower one.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Duration? AlternatesWithNs { get; init; }

    /// <summary>RDTSC; null when it is not measured by itself.</summary>
    public Duration? TimestampCounterNs { get; init; }

    /// <summary>CPUID; null when it was not measured.</summary>
    public Duration? VmExitNs { get; init; }

    /// <summary>RDTSC over CPUID, and precise time over CPUID without RDTSC; null outside a virtual machine.</summary>
    public double? RatioToVmExit { get; init; }

    /// <summary>A step of the arithmetic control.</summary>
    public required Duration ControlNs { get; init; }
}

/// <summary>One moment by three clocks.</summary>
/// <param name="Wall">The wall clock, which people and time services set.</param>
/// <param name="Elapsed">A clock nobody sets, which counts while the machine sleeps.</param>
/// <param name="Awake">A clock nobody sets, which stands still while the machine sleeps.</param>
public readonly record struct WatchMoment(DateTimeOffset Wall, TimeSpan Elapsed, TimeSpan Awake);

/// <summary>A sample by its number and time.</summary>
/// <param name="Sample">Its number, from 1.</param>
/// <param name="At">When it was taken.</param>
public sealed record SampleMark(long Sample, DateTimeOffset At);

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
    /// Saves a line: whole, after all that were saved before, and safe from the end of this process. A log that cannot save it now
    /// says so once by its own means, and does not stop the watching.
    /// </summary>
    void Append(WatchLine line);
}
