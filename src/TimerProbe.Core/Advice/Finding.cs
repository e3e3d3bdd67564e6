namespace TimerProbe.Core.Advice;

/// <summary>Something worth knowing, with what shows it and what to do about it.</summary>
public sealed record Finding
{
    /// <summary>The rule's id, such as <c>TP101</c>.</summary>
    public required string Rule { get; init; }

    /// <summary>How much it matters.</summary>
    public required Severity Severity { get; init; }

    /// <summary>How it is known.</summary>
    public required Confidence Confidence { get; init; }

    /// <summary>What it is about.</summary>
    public required Subject Subject { get; init; }

    /// <summary>The finding in one line.</summary>
    public required string Title { get; init; }

    /// <summary>
    /// What it does to the work on the machine, in a sentence; left out where the rule is about a fleet, and by versions before 0.2.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence; left out where the rule is about a fleet, and by versions before 0.2.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? LikelyCause { get; init; }

    /// <summary>The figures that show it.</summary>
    public required IReadOnlyList<Evidence> Evidence { get; init; }

    /// <summary>What to do, the safest first.</summary>
    public required IReadOnlyList<Remedy> Remedies { get; init; }

    /// <summary>Where to read more.</summary>
    public required IReadOnlyList<Reference> References { get; init; }
}

/// <summary>What a remedy puts at risk, the least first.</summary>
public enum RemedyRisk
{
    /// <summary>Nothing stops.</summary>
    None,

    /// <summary>A machine stops or restarts, or may stay down.</summary>
    Downtime,

    /// <summary>It trades a slow clock for one that may be wrong.</summary>
    LastResort,
}
