namespace TimerProbe.Core.Advice;

/// <summary>What a rule sees.</summary>
internal sealed record Observation(Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }

    /// <summary>A likely cause of its own, in a sentence of at most two lines; null for the rule's.</summary>
    public string? LikelyCause { get; init; }

    /// <summary>The finding of another rule whose remedies and references it takes; null without one.</summary>
    public Finding? Carried { get; init; }
}
