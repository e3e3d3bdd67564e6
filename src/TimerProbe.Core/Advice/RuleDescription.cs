namespace TimerProbe.Core.Advice;

/// <summary>What a rule is, as <c>timerprobe rules explain</c> and the rule's page print it. Texts are Markdown.</summary>
public sealed record RuleDescription
{
    /// <summary>The stable id, such as <c>TP101</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The title of its findings.</summary>
    public required string Title { get; init; }

    /// <summary>What it does to the work on the machine, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? LikelyCause { get; init; }

    /// <summary>What it means for the person who sees it, in a few sentences.</summary>
    public required string Meaning { get; init; }

    /// <summary>When exactly the rule speaks, and how sure that is.</summary>
    public required string Condition { get; init; }

    /// <summary>The severities its findings may have, in words.</summary>
    public required string Severities { get; init; }

    /// <summary>All its remedies by setting; the rule fills them in from its plan.</summary>
    public IReadOnlyList<RemedyGroup> Remedies { get; init; } = [];

    /// <summary>Where to read more.</summary>
    public required IReadOnlyList<Reference> References { get; init; }
}

/// <summary>The remedies for one setting, with a placeholder for the virtual machine's name.</summary>
/// <param name="Where">The setting.</param>
/// <param name="Remedies">Its remedies, by rank.</param>
public sealed record RemedyGroup(Setting Where, IReadOnlyList<Remedy> Remedies);
