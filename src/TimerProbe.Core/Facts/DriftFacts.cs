namespace TimerProbe.Core.Facts;

/// <summary>How fast this machine's clocks run against one outside of it.</summary>
/// <param name="OverSeconds">The time between two comparisons with it, by that clock; 0 when there were none.</param>
public sealed record DriftFacts(double OverSeconds)
{
    /// <summary>The clock outside of the machine; null when there is none to compare with.</summary>
    public TimeReferenceFacts? Reference { get; init; }

    /// <summary>The rate of precise time, positive when it runs ahead of the reference. A time service's corrections are in it.</summary>
    public PartsPerMillion? PreciseAgainstReferencePpm { get; init; }

    /// <summary>
    /// The rate of the counter that no time service corrects (QueryPerformanceCounter, CLOCK_MONOTONIC_RAW), positive when it runs
    /// ahead.
    /// </summary>
    public PartsPerMillion? CounterAgainstReferencePpm { get; init; }

    /// <summary>Half the width of what the readings of the reference allow, of either rate.</summary>
    public PartsPerMillion? UncertaintyPpm { get; init; }

    /// <summary>By how much precise time was moved against the counter meanwhile, in ms: by a time service, or by a person.</summary>
    public double? AdjustedMs { get; init; }

    /// <summary>Which of the above are unavailable, and why.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init => field = value ?? []; } = [];
}

/// <summary>A clock outside of the machine.</summary>
/// <param name="Kind">What kind of clock.</param>
/// <param name="Name">The server as the user named it; <c>VMware Tools</c> for the host's.</param>
public sealed record TimeReferenceFacts(TimeReferenceKind Kind, [property: Pseudonym(NameKind.ByRecord)] string Name) : INamedByKind
{
    /// <summary>How far an NTP server is from its own reference, 1 to 15; null for others, and before an answer.</summary>
    public int? Stratum { get; init; }

    /// <summary>The shortest round trip to an NTP server in ms; null for others, and before an answer.</summary>
    public double? RoundTripMs { get; init; }

    /// <summary>
    /// By how much an NTP server itself may be wrong, in ms: its root distance (RFC 5905); null for others, and before an answer.
    /// </summary>
    public double? RootDistanceMs { get; init; }

    NameKind? INamedByKind.GetKind(string member) => Kind == TimeReferenceKind.Ntp ? NameKind.Ntp : null;
}

/// <summary>What kind of clock a reference is.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TimeReferenceKind>))]
public enum TimeReferenceKind
{
    /// <summary>An NTP server.</summary>
    Ntp,

    /// <summary>The host's time, as VMware Tools report it in whole seconds.</summary>
    VmwareTools,
}
