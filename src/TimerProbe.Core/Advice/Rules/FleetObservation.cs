namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a fleet sees.</summary>
/// <param name="Subject">What it is about, with its vCenter.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Confidence">How it is known.</param>
/// <param name="Evidence">The figures that show it.</param>
/// <param name="Target">What its remedies are for.</param>
internal sealed record FleetObservation(
    Subject Subject, Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence, FleetTarget Target)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }
}
