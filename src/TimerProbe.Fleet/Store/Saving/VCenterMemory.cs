using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>A vCenter as the scans before knew it.</summary>
/// <param name="Id">Its number in this store.</param>
/// <param name="LastScanAt">Its last scan; null when that cannot be read, or there was none.</param>
/// <param name="LastFullScanAt">Its last scan that saw everything.</param>
internal sealed record VCenterMemory(long Id, DateTimeOffset? LastScanAt, DateTimeOffset? LastFullScanAt)
{
    /// <summary>The vCenter; null where it was never scanned.</summary>
    public static Task<VCenterMemory?> FindAsync(StoreSession session, VCenterFacts vcenter) => session.FirstAsync(
        "vcenter-by-identity",
        row => (VCenterMemory?)new VCenterMemory(row.Long(0), TimeIfReadable(row, 1), TimeIfReadable(row, 2)),
        ("identity", VCenterIdentity.Of(vcenter)));

    public IReadOnlyList<FleetChange> ChangesTo(VCenterState later, HostRows hosts, MachineRows machines) => FleetChanges.Between(
        LastScanAt is not { } last ? null : new VCenterState
        {
            Server = later.Server,
            At = last,
            IsFull = LastFullScanAt is not null,
            Hosts = hosts.Present,
            Machines = machines.Present,
        },
        later);

    private static DateTimeOffset? TimeIfReadable(Row row, int column) =>
        row.TryRead(each => each.TimeOrNull(column), out var time) ? time : null;
}

/// <summary>What tells a vCenter from others, whatever name it is asked by.</summary>
internal static class VCenterIdentity
{
    /// <summary>Its instance UUID. A single ESXi host has none: it is known by its name.</summary>
    public static string Of(VCenterFacts vcenter) =>
        vcenter.InstanceUuid is { Length: > 0 } uuid ? uuid : "server:" + vcenter.Server.ToLowerInvariant();
}
