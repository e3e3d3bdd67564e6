namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a fleet may look at.</summary>
public sealed record FleetFacts
{
    public required IReadOnlyList<VCenterFacts> VCenters { get; init; }

    public required FrequencyRules Frequencies { get; init; }

    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;
}
