using System.Text.Json.Serialization;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>How the cost of a precise-time read changed while it was measured.</summary>
/// <param name="LowNs">A read while it is cheap.</param>
/// <param name="HighNs">A read while it is expensive; at least twice the other.</param>
/// <param name="Between">What lies between the two.</param>
/// <param name="HighShare">The share of the observed time, or of the looked-at processors, that
/// is expensive, 0 to 1; null where it was seen only once.</param>
public sealed record ClockChange(Duration LowNs, Duration HighNs, ClockChangeKind Between, double? HighShare);

/// <summary>What lies between a cheap and an expensive read of one clock.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockChangeKind>))]
public enum ClockChangeKind
{
    /// <summary>Time: it is cheap at one moment and expensive at another.</summary>
    Time,

    /// <summary>Processors: it is cheap on one and expensive on another.</summary>
    Processors,
}
