namespace TimerProbe.Core.Watching;

/// <summary>
/// What <c>timerprobe watch</c> says of a machine's clock, a JSON object a line: at its start and end, at each change, and an
/// hour after the last line.
/// </summary>
public sealed record WatchLine
{
    public const string SchemaName = "timerprobe.watch/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>Its unique id: a UUID of version 7.</summary>
    public required Guid Id { get; init; }

    /// <summary>The program that watches.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The machine.</summary>
    public required WatchedMachine Machine { get; init; }

    /// <summary>When it was said.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Why it was said.</summary>
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

    /// <summary>The steps of the wall clock since the last line.</summary>
    public required IReadOnlyList<ClockStep> Steps { get; init; }

    /// <summary>Its steps since the start.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int StepsInAll { get; init; }

    /// <summary>By how much precise time was ahead of the reference at the last comparison, in ms; null before, and without one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OffsetMs { get; init; }

    /// <summary>By how much that may be wrong.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OffsetUncertaintyMs { get; init; }

    /// <summary>What sets this machine's clock, in the line of a step; null in others, and where the system does not say.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Services { get; init; }

    /// <summary>What the machine said beside it, since the last line.</summary>
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
/// <param name="Name">The machine's own name.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID; null when it has none.</param>
public sealed record WatchedMachine(
    [property: Pseudonym(NameKind.Guest)] string Name, [property: Pseudonym(NameKind.Uuid)] string? SmbiosUuid);

/// <summary>The wall clock was set between two samples.</summary>
/// <param name="At">The time it then showed.</param>
/// <param name="ByMs">By how much; positive when it was set forward.</param>
public sealed record ClockStep(DateTimeOffset At, double ByMs);

/// <summary>What a machine said beside its clock.</summary>
/// <param name="OverSeconds">The time that is covered.</param>
/// <param name="Samples">The samples taken in it.</param>
/// <param name="Starved">Those that do not count because something took the processor from the process.</param>
/// <param name="Moves">Another host, or another session on it: a vMotion, a resume or a revert.</param>
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
/// <param name="At">When they first did.</param>
/// <param name="LastBefore">When they were last asked before: it happened after this.</param>
/// <param name="SessionIdBefore">The session before; null when it was not reported.</param>
/// <param name="SessionId">The session since.</param>
/// <param name="HostHzBefore">The host's processor speed before, to the MHz; null when it was not reported.</param>
/// <param name="HostHz">The host's processor speed since.</param>
public sealed record WatchedMove(
    DateTimeOffset At, DateTimeOffset LastBefore, string? SessionIdBefore, string? SessionId, Frequency? HostHzBefore, Frequency? HostHz);

/// <summary>How this machine's clocks run against one outside of it.</summary>
public sealed record WatchRates
{
    /// <summary>The time between the two comparisons; null before there was a rate.</summary>
    public double? ReferenceOverSeconds { get; init; }

    /// <summary>Positive when the counter that no time service corrects runs ahead.</summary>
    public PartsPerMillion? CounterAgainstReferencePpm { get; init; }

    /// <summary>Positive when precise time runs ahead.</summary>
    public PartsPerMillion? PreciseAgainstReferencePpm { get; init; }

    /// <summary>Half the width of what the readings allow.</summary>
    public PartsPerMillion? ReferenceUncertaintyPpm { get; init; }

    /// <summary>Why the last comparison failed; null when it did not.</summary>
    public string? WhyNoReference { get; init; }

    /// <summary>Whether the counter runs more than 500 ppm apart, beyond the uncertainty, by two comparisons in a row.</summary>
    public bool Apart { get; init; }
}
