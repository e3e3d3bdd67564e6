using System.Text.Json.Serialization;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>What one source tells of the TSC frequency that a virtual machine was powered on at.</summary>
/// <param name="Source">The source.</param>
/// <param name="LowHz">The lowest frequency that fits.</param>
/// <param name="HighHz">The highest; the same where the source names one frequency.</param>
/// <param name="At">From when it is: of an event the power-on, of a log its line, of
/// statistics the first period that was used; null when not told.</param>
/// <param name="Certainty">How far the source goes.</param>
/// <param name="Says">What it says, as a sentence without a full stop.</param>
public sealed record HomeEvidence(
    HomeSource Source, Frequency LowHz, Frequency HighHz, DateTimeOffset? At, EvidenceCertainty Certainty, string Says)
{
    /// <summary>The name of the host it was powered on at; null, and left out, where the source names none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Host { get; init; }
}

/// <summary>How far a source of a home goes.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<EvidenceCertainty>))]
public enum EvidenceCertainty
{
    /// <summary>Read inside the guest, of this power-on.</summary>
    Measured,

    /// <summary>Written down when it happened, by vCenter or the hypervisor, with the frequency of that time.</summary>
    Recorded,

    /// <summary>Concluded: it holds unless something happened that left no trace.</summary>
    Inferred,
}

/// <summary>How sure a home is.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<HomeCertainty>))]
public enum HomeCertainty
{
    /// <summary>Measured or recorded.</summary>
    Certain,

    /// <summary>Inferred: to be measured in the guest before anything is done that costs.</summary>
    Inferred,
}

/// <summary>A stretch of time that a virtual machine ran at one frequency of its hosts.</summary>
/// <param name="From">From when on, to the period of the statistics.</param>
/// <param name="To">Until when; null for now.</param>
/// <param name="Hz">The frequency of the hosts it ran on.</param>
public sealed record FrequencyStretch(DateTimeOffset From, DateTimeOffset? To, Frequency Hz);
