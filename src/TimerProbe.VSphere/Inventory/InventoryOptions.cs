using TimerProbe.Core.Facts;

namespace TimerProbe.VSphere.Inventory;

/// <summary>What of an inventory is read.</summary>
public sealed record InventoryOptions
{
    /// <summary>Which machines, clusters and hosts; everything by default.</summary>
    public ScanScope Scope { get; init; } = new();

    /// <summary>Whether the CPU pressure of the last five minutes is read too.</summary>
    public bool Performance { get; init; }

    /// <summary>When to stop. What is missing then is a problem of the reading, as long as hosts and machines were read.</summary>
    public CancellationToken Deadline { get; init; }
}
