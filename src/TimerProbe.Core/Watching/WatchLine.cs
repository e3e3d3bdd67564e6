using System.Text.Json.Serialization;

namespace TimerProbe.Core.Watching;

/// <summary>
/// What <c>timerprobe watch</c> says of a machine's clock, a JSON object a line: at its start and end, at each change, and an
/// hour after the last line.
/// </summary>
public sealed record WatchLine
{
    public const string SchemaName = "timerprobe.watch/1";

    public string Schema { get; init; } = SchemaName;

    public required Guid Id { get; init; }

    public required ToolInfo Tool { get; init; }

    public required WatchedMachine Machine { get; init; }

    public required DateTimeOffset At { get; init; }

    public required WatchEvent Event { get; init; }

    /// <summary>What a read of precise time costs, in bands; null until three samples agreed.</summary>
    public ClockState? State { get; init; }

    /// <summary>Why, when it is not healthy; null without a state.</summary>
    public ClockCause? Cause { get; init; }

    /// <summary>A read of precise time: the middle one of the last three samples that agreed; null without a state.</summary>
    public Duration? PreciseTimeNs { get; init; }

    /// <summary>RDTSC; null when it is not measured by itself.</summary>
    public Duration? TimestampCounterNs { get; init; }

    /// <summary>CPUID; null when it was not measured.</summary>
    public Duration? VmExitNs { get; init; }

    /// <summary>The first of the samples that showed the state; null without one.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>What was said before a change; null in other lines and where it is the first.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public WatchVerdict? From { get; init; }

    public required IReadOnlyList<ClockStep> Steps { get; init; }

    public required WatchBeside Beside { get; init; }

    /// <summary>The last comparison with a clock outside; null without <c>--reference</c> and before there was one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public WatchRates? Rates { get; init; }
}

/// <summary>Why a watch says something.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<WatchEvent>))]
public enum WatchEvent
{
    Started,

    Changed,

    ClockStep,

    Drift,

    /// <summary>Nothing happened for an hour.</summary>
    Hourly,

    Stopped,
}

/// <summary>The machine that is watched.</summary>
/// <param name="SmbiosUuid">Its SMBIOS UUID; null when it has none.</param>
public sealed record WatchedMachine(
    [property: Pseudonym(NameKind.Guest)] string Name, [property: Pseudonym(NameKind.Uuid)] string? SmbiosUuid);

/// <summary>The wall clock was set between two samples.</summary>
public sealed record ClockStep(DateTimeOffset At, double ByMs);

/// <summary>What a machine said beside its clock.</summary>
public sealed record WatchBeside(double OverSeconds, long Samples, long Starved, IReadOnlyList<WatchedMove> Moves)
{
    /// <summary>
    /// Time the hypervisor ran something else, all processors together, by Linux or by VMware Tools on Windows; null when not
    /// reported.
    /// </summary>
    public double? StealMs { get; init; }

    /// <summary>Time the watch was ready to run and waited for a processor; null when not reported.</summary>
    public double? ReadyMs { get; init; }
}

/// <summary>VMware Tools report another session or host speed than before.</summary>
/// <param name="SessionIdBefore">The session before; null when it was not reported.</param>
/// <param name="HostHzBefore">The host's processor speed before, to the MHz; null when it was not reported.</param>
public sealed record WatchedMove(
    DateTimeOffset At, DateTimeOffset LastBefore, string? SessionIdBefore, string? SessionId, Frequency? HostHzBefore, Frequency? HostHz);

/// <summary>How this machine's clocks run against one outside of it.</summary>
public sealed record WatchRates
{
    /// <summary>The time between the two comparisons; null before there was a rate.</summary>
    public double? ReferenceOverSeconds { get; init; }

    public PartsPerMillion? CounterAgainstReferencePpm { get; init; }

    public PartsPerMillion? PreciseAgainstReferencePpm { get; init; }

    public PartsPerMillion? ReferenceUncertaintyPpm { get; init; }

    /// <summary>Why the last comparison failed; null when it did not.</summary>
    public string? WhyNoReference { get; init; }

    /// <summary>Whether the counter runs more than 500 ppm apart, beyond the uncertainty, by two comparisons in a row.</summary>
    public bool Apart { get; init; }
}
