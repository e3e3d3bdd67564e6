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
    /// <summary>The name of the host it was powered on at; null where the source names none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Pseudonym(NameKind.Host)]
    public string? Host { get; init; }

    /// <summary>Of what an earlier scan knew: how that scan knew it; null of what was read now.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public HomeSource? KnownBy { get; init; }

    /// <summary>When that scan read it; null of what was read now.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? KnownAt { get; init; }
}
