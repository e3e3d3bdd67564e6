namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a fleet sees.</summary>
internal sealed record FleetObservation(
    Subject Subject, Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence, FleetTarget Target)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }
}
