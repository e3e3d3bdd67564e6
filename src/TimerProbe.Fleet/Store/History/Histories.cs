using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Fleet.Store.History;

/// <summary>What is known of a virtual machine over a stretch of time. Every list is in the order of time.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="States">How it was; the first may have begun before.</param>
/// <param name="Changes">What happened to it, and what changed inside its guest.</param>
/// <param name="Measurements">What its guest measured.</param>
/// <param name="Scans">When its vCenter was looked at: between two scans nothing is known.</param>
public sealed record MachineHistory(
    KnownMachine Machine,
    IReadOnlyList<StatePeriod<MachineState>> States,
    IReadOnlyList<FleetChange> Changes,
    IReadOnlyList<GuestMeasurement> Measurements,
    IReadOnlyList<HistoryScan> Scans);

/// <summary>What is known of a host over a stretch of time. Every list is in the order of time.</summary>
/// <param name="Host">The host.</param>
/// <param name="States">How it was.</param>
/// <param name="Changes">What happened to it, and to machines on it, moves to and from it among them.</param>
/// <param name="Scans">When its vCenter was looked at.</param>
public sealed record HostHistory(
    KnownHost Host, IReadOnlyList<HistoryHostState> States, IReadOnlyList<FleetChange> Changes, IReadOnlyList<HistoryScan> Scans);

/// <summary>What is known of a cluster over a stretch of time. Every list is in the order of time.</summary>
/// <param name="Cluster">The cluster.</param>
/// <param name="States">How its machines were while they were in it.</param>
/// <param name="Changes">What happened in it.</param>
/// <param name="Scans">When its vCenter was looked at.</param>
public sealed record ClusterHistory(
    KnownCluster Cluster,
    IReadOnlyList<StatePeriod<MachineState>> States,
    IReadOnlyList<FleetChange> Changes,
    IReadOnlyList<HistoryScan> Scans);

/// <summary>What is known of all vCenters, or of one, over a stretch of time. Every list is in the order of time.</summary>
/// <param name="VCenters">How many there are.</param>
/// <param name="Scans">What each scan added to what was known: the sums over all of them.</param>
/// <param name="Changes">What happened; the newest where there is more than was asked for.</param>
public sealed record FleetHistory(int VCenters, IReadOnlyList<HistoryScan> Scans, IReadOnlyList<FleetChange> Changes);

/// <summary>What is known of a guest over a stretch of time. Every list is in the order of time.</summary>
/// <param name="Guest">The guest.</param>
/// <param name="Measurements">What it measured.</param>
/// <param name="Changes">What changed.</param>
public sealed record GuestHistory(KnownGuest Guest, IReadOnlyList<GuestMeasurement> Measurements, IReadOnlyList<FleetChange> Changes);
