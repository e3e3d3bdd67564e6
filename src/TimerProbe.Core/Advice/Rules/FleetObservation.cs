namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a fleet sees, with what it is about and what its remedies are for.</summary>
internal sealed record FleetObservation : Observation
{
    public FleetObservation(
        Subject subject, Severity severity, Confidence confidence, IEnumerable<Evidence?> evidence, FleetTarget target)
        : base(severity, confidence, evidence) => (Subject, Target) = (subject, target);

    public Subject Subject { get; }

    public FleetTarget Target { get; init; }
}
