namespace TimerProbe.Fleet.Store;

/// <summary>A vCenter as the scans before knew it.</summary>
/// <param name="LastScanAt">Its last scan; null when there was none.</param>
internal sealed record VCenterMemory(long Id, DateTimeOffset? LastScanAt, DateTimeOffset? LastFullScanAt)
{
    public static string GetIdentity(VCenterFacts vcenter) =>
        vcenter.InstanceUuid is { Length: > 0 } uuid ? uuid : "server:" + vcenter.Server.ToLowerInvariant();

    /// <summary>The vCenter; null where it was never scanned.</summary>
    public static Task<VCenterMemory?> FindAsync(StoreSession session, VCenterFacts vcenter) => session.FirstAsync(
        "vcenter-by-identity",
        row => (VCenterMemory?)new VCenterMemory(row.Long(0), row.TimeOrNull(1), row.TimeOrNull(2)),
        ("identity", GetIdentity(vcenter)));

    public IReadOnlyList<FleetChange> ChangesTo(
        VCenterState later, IReadOnlyDictionary<string, HostState> hosts, IReadOnlyDictionary<string, SeenMachine> machines) =>
        FleetChanges.Between(
        LastScanAt is not { } last ? null : new VCenterState
        {
            Server = later.Server,
            At = last,
            IsFull = LastFullScanAt is not null,
            Hosts = hosts,
            Machines = machines,
        },
        later);
}
