using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>What was read of one vCenter, before anything is concluded from it.</summary>
public sealed record InventoryReading
{
    /// <summary>
    /// The vCenter with its hosts, clusters and machines. Hosts and clusters have no frequency classes yet; a machine has no home,
    /// and its placement is <see cref="Facts.Placement.Off"/> or <see cref="Facts.Placement.Unknown"/>.
    /// </summary>
    public required VCenterFacts VCenter { get; init; }

    /// <summary>Hosts outside of the scope: not part of the report, but a machine may be at home on one.</summary>
    public IReadOnlyList<HostFacts> HostsElsewhere { get; init; } = [];

    /// <summary>The events of each machine, by its managed object id, in any order.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<MachineEvent>> Events { get; init; } =
        new Dictionary<string, IReadOnlyList<MachineEvent>>(StringComparer.Ordinal);

    /// <summary>How many of them there are of each type, by what vCenter calls it; of a task, what the task does.</summary>
    public IReadOnlyDictionary<string, int> EventTypes { get; init; } = new Dictionary<string, int>(StringComparer.Ordinal);

    /// <summary>From when on events were read, by the oldest that the server still had; null when there were none.</summary>
    public DateTimeOffset? EventsSince { get; init; }

    /// <summary>
    /// What guests left with their hypervisors in
    /// <see cref="Publishing.PublishedCheck.Variable"/>, by the machine's managed object id;
    /// as they wrote it.
    /// </summary>
    public IReadOnlyDictionary<string, string> Published { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Why there are no events, as the end of a sentence; null when they were read.</summary>
    public string? EventsMissing { get; init; }

    /// <summary>What was done, with its cost.</summary>
    public IReadOnlyList<ScanStep> Steps { get; init; } = [];
}
