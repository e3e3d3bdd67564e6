namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a fleet may look at.</summary>
public sealed record FleetFacts
{
    /// <summary>The vCenters, their machines placed and the guests' results joined.</summary>
    public required IReadOnlyList<VCenterFacts> VCenters { get; init; }

    /// <summary>How frequencies are compared.</summary>
    public required FrequencyRules Frequencies { get; init; }

    /// <summary>From where on something is worth a finding.</summary>
    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;
}
