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

/// <summary>A virtual machine that the store knows.</summary>
/// <param name="Key">Its number in this store.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by.</param>
/// <param name="Id">Its managed object id there.</param>
/// <param name="Name">Its name.</param>
/// <param name="BiosUuid">Its SMBIOS UUID, in the byte order of <see cref="Changes.GuestIdentity"/>.</param>
/// <param name="GuestHostName">The name its guest calls itself by.</param>
/// <param name="FirstSeenAt">The first scan that saw it.</param>
/// <param name="GoneAt">The first scan that saw all of the vCenter without it; null while it is there.</param>
/// <param name="ScannedAt">The last scan of its vCenter.</param>
public sealed record KnownMachine(
    long Key,
    string Server,
    string Id,
    string Name,
    string? BiosUuid,
    string? GuestHostName,
    DateTimeOffset FirstSeenAt,
    DateTimeOffset? GoneAt,
    DateTimeOffset? ScannedAt);

/// <summary>A host that the store knows.</summary>
/// <param name="Key">Its number in this store.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by.</param>
/// <param name="Id">Its managed object id there.</param>
/// <param name="Name">Its name.</param>
/// <param name="FirstSeenAt">The first scan that saw it.</param>
/// <param name="GoneAt">The first scan that saw all of the vCenter without it; null while it is there.</param>
/// <param name="ScannedAt">The last scan of its vCenter.</param>
public sealed record KnownHost(
    long Key, string Server, string Id, string Name, DateTimeOffset FirstSeenAt, DateTimeOffset? GoneAt, DateTimeOffset? ScannedAt);

/// <summary>A cluster that the store knows.</summary>
/// <param name="VCenterKey">Its vCenter's number in this store.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by.</param>
/// <param name="Name">Its name, as it was spelled.</param>
public sealed record KnownCluster(long VCenterKey, string Server, string Name);

/// <summary>A guest that measured itself.</summary>
/// <param name="Key">Its number in this store.</param>
/// <param name="Name">Its name.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID, in the byte order of <see cref="Changes.GuestIdentity"/>; null where it has none.</param>
public sealed record KnownGuest(long Key, string Name, string? SmbiosUuid);

/// <summary>A stretch of time.</summary>
/// <param name="From">Its beginning, inside.</param>
/// <param name="To">Its end, outside.</param>
public sealed record TimeWindow(DateTimeOffset From, DateTimeOffset To)
{
    /// <summary>All of it.</summary>
    public static readonly TimeWindow Everything = new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(1000));

    internal (string Name, object? Value)[] Parameters => [("from", From.ToUnixTimeMilliseconds()), ("to", To.ToUnixTimeMilliseconds())];
}

/// <summary>A state with the time it held.</summary>
/// <typeparam name="T">What it is the state of.</typeparam>
/// <param name="Since">The scan that first saw it.</param>
/// <param name="Until">The scan that first saw another, or nothing; null when it holds still.</param>
/// <param name="State">The state.</param>
public sealed record StatePeriod<T>(DateTimeOffset Since, DateTimeOffset? Until, T State);
