namespace TimerProbe.Core.Advice;

/// <summary>What a rule sees; evidence that is not there is left out.</summary>
internal record Observation
{
    public Observation(Severity severity, Confidence confidence, params IEnumerable<Evidence?> evidence) =>
        (Severity, Confidence, Evidence) = (severity, confidence, [.. evidence.OfType<Evidence>()]);

    public Severity Severity { get; }

    public Confidence Confidence { get; init; }

    public IReadOnlyList<Evidence> Evidence { get; }

    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }

    /// <summary>A likely cause of its own, in a sentence of at most two lines; null for the rule's.</summary>
    public string? LikelyCause { get; init; }

    /// <summary>The finding of another rule whose remedies and references it takes; null without one.</summary>
    public Finding? Carried { get; init; }
}
