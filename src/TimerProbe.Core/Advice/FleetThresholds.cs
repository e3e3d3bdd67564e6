namespace TimerProbe.Core.Advice;

/// <summary>From where on something about a fleet is worth a finding. Percentages are of wall-clock time and for each virtual processor, 0 to 100.</summary>
public sealed record FleetThresholds
{
    /// <summary>What counts where nothing else is said.</summary>
    public static FleetThresholds Default { get; } = new();

    /// <summary>Time ready and waiting: from 5 % on it is felt by the programs inside.</summary>
    public double ReadyPercent { get; init; } = 5;

    /// <summary>Time stopped for siblings: it hurts sooner, since all processors stand still.</summary>
    public double CoStopPercent { get; init; } = 3;

    /// <summary>Time held back by a CPU limit: one that acts at all shows as more than rounding.</summary>
    public double LimitedPercent { get; init; } = 1;

    /// <summary>How many measured machines of a host have to be slow before the host itself is suspected.</summary>
    public int SlowMachinesOfHost { get; init; } = 2;
}
