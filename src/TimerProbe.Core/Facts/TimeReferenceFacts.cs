using System.Text.Json.Serialization;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>A clock outside of the machine.</summary>
/// <param name="Kind">What kind of clock.</param>
/// <param name="Name">The server as the user named it; <c>VMware Tools</c> for the host's.</param>
public sealed record TimeReferenceFacts(TimeReferenceKind Kind, [property: Pseudonym(NameKind.ByRecord)] string Name) : INamedByKind
{
    /// <summary>How far an NTP server is from its own reference, 1 to 15; null for others, and before an answer.</summary>
    public int? Stratum { get; init; }

    /// <summary>The shortest round trip to an NTP server in ms; null for others, and before an answer.</summary>
    public double? RoundTripMs { get; init; }

    NameKind? INamedByKind.KindOf(string member) => Kind == TimeReferenceKind.Ntp ? NameKind.Ntp : null;
}

/// <summary>What kind of clock a reference is.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TimeReferenceKind>))]
public enum TimeReferenceKind
{
    /// <summary>An NTP server.</summary>
    Ntp,

    /// <summary>The host's time, as VMware Tools tell it in whole seconds.</summary>
    VmwareTools,
}

/// <summary>The rates of this machine's clocks against a clock outside of it.</summary>
/// <param name="OverSeconds">The time between two comparisons, by the reference.</param>
/// <param name="PreciseAgainstReferencePpm">Positive when precise time runs ahead.</param>
/// <param name="CounterAgainstReferencePpm">Positive when the counter that nobody corrects runs ahead.</param>
/// <param name="UncertaintyPpm">Half the width of what the readings allow.</param>
/// <param name="AdjustedMs">By how much precise time was moved against the counter, in ms.</param>
public sealed record ReferenceRates(
    double OverSeconds,
    PartsPerMillion PreciseAgainstReferencePpm,
    PartsPerMillion CounterAgainstReferencePpm,
    PartsPerMillion UncertaintyPpm,
    double AdjustedMs);
