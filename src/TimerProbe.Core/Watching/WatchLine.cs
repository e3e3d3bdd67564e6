using System.Text.Json.Serialization;

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
/// <param name="Kind">The kind of the line that tells it.</param>
/// <param name="At">When.</param>
/// <param name="What">It in a few words.</param>
public sealed record WatchNeighbour(string Kind, DateTimeOffset At, string What);
