using System.Text.Json.Serialization;

namespace TimerProbe.Core.Facts;

/// <summary>What one source says of the TSC frequency that a virtual machine was powered on at.</summary>
/// <param name="Source">The source.</param>
/// <param name="LowHz">The lowest frequency that fits.</param>
/// <param name="HighHz">The highest; the same where the source names one frequency.</param>
/// <param name="At">From when it is: of an event the power-on, of a log its line, of
/// statistics the first period that was used; null when not reported.</param>
/// <param name="Certainty">How far the source goes.</param>
/// <param name="Says">What it says, as a sentence without a full stop.</param>
public sealed record HomeEvidence(
    HomeSource Source, Frequency LowHz, Frequency HighHz, DateTimeOffset? At, EvidenceCertainty Certainty, string Says)
{
    /// <summary>The name of the host it was powered on at; null, and left out, where the source names none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Pseudonym(NameKind.Host)]
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

/// <summary>What a vCenter reports of a machine's powering on and off, besides its boot time and its events' home.</summary>
public sealed record PowerHistory
{
    /// <summary>No events were read.</summary>
    public static readonly PowerHistory Unread = new();

    /// <summary>From when on events were read, so that one of this machine would have been seen; null when none were read.</summary>
    public DateTimeOffset? EventsSince { get; init; }

    /// <summary>When it was last powered on or off, or restarted by HA, by its events; null when none says so.</summary>
    public DateTimeOffset? LastEventAt { get; init; }

    /// <summary>
    /// A moment since which it has been on without a break, by its uptime; it may have been on for longer. Null when not reported.
    /// </summary>
    public DateTimeOffset? OnSince { get; init; }

    /// <summary>
    /// Whether events show that its frequency is not from a power-on (a revert to a snapshot, an instant clone, a secondary of fault
    /// tolerance). Then only what was seen in the guest or in the hypervisor's log since counts.
    /// </summary>
    public bool IsFrequencyRestored { get; init; }

    /// <summary>
    /// Whether the boot time is not that of the last power-on, or may not be: events
    /// reach back beyond it, and hold no power-on of that time.
    /// </summary>
    public bool IsBootTimeWrong { get; init; }

    /// <summary>
    /// When something happened that may or may not have given another frequency: a reset,
    /// or a power-on that the boot time contradicts. Null when nothing did.
    /// </summary>
    public DateTimeOffset? OtherAt { get; init; }

    /// <summary>The frequency it has then; null when that is not known.</summary>
    public Frequency? OtherHz { get; init; }

    /// <summary>Whether that is a reset.</summary>
    public bool IsOtherReset { get; init; }
}
