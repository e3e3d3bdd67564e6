using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Core.Advice;

/// <summary>
/// From where on something about a fleet is worth a finding. Percentages are of wall-clock time and for each virtual processor.
/// </summary>
/// <param name="ReadyPercent">Time ready and waiting, for TP213; 5 by default:
/// from there on it is felt by the programs inside.</param>
/// <param name="CoStopPercent">Time stopped for siblings, for TP213; 3 by default:
/// it hurts sooner, since all processors stand still.</param>
/// <param name="LimitedPercent">Time held back by a CPU limit, for TP213; 1 by default:
/// one that acts at all shows as more than rounding.</param>
/// <param name="SlowMachinesOfHost">How many measured machines of a host have to be slow before the
/// host itself is suspected, for TP214; 2 by default.</param>
public sealed record FleetThresholds(
    [property: Range(0.0, 100, MinimumIsExclusive = true)] double ReadyPercent = 5,
    [property: Range(0.0, 100, MinimumIsExclusive = true)] double CoStopPercent = 3,
    [property: Range(0.0, 100, MinimumIsExclusive = true)] double LimitedPercent = 1,
    [property: Range(1, 1_000)] int SlowMachinesOfHost = 2)
{
    /// <summary>The default thresholds.</summary>
    public static FleetThresholds Default { get; } = new();
}
