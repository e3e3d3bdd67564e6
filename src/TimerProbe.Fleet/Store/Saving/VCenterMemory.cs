namespace TimerProbe.Fleet.Store;

/// <summary>A vCenter as the scans before knew it.</summary>
/// <param name="LastScanAt">Its last scan, by the store; null when there was none.</param>
internal sealed record VCenterMemory(long Id, DateTimeOffset? LastScanAt, DateTimeOffset? LastFullScanAt)
{
    private static readonly StateTable<SeenMachine> Machines = new(
        "machine",
        StoreJson.Default.SeenMachine,
        ["name", "bios_uuid", "guest_host_name"],
        machine => [machine.Name, machine.BiosUuid, machine.GuestHostName],
        (machine, found) => machine with { Name = found[0]!, BiosUuid = found[1], GuestHostName = found[2] },
        ["cluster", "home_hz", "reverted_at"],
        machine => [machine.Cluster, machine.HomeHz?.Hertz, machine.RevertedAt?.ToUnixTimeMilliseconds()],
        (known, machine) => known.HasSameState(machine));

    private static readonly StateTable<HostState> Hosts = new(
        "host",
        StoreJson.Default.HostState,
        ["name"],
        host => [host.Name],
        (host, found) => host with { Name = found[0]! },
        ["cluster"],
        host => [host.Cluster],
        (known, host) => known with { Name = host.Name } == host);

    public static string GetIdentity(VCenterFacts vcenter) =>
        vcenter.InstanceUuid is { Length: > 0 } uuid ? uuid : "server:" + vcenter.Server.ToLowerInvariant();

    /// <summary>The vCenter; null where it was never scanned.</summary>
    public static Task<VCenterMemory?> FindAsync(StoreSession session, VCenterFacts vcenter) => session.FirstAsync(
        "vcenter-by-identity",
        row => (VCenterMemory?)new VCenterMemory(row.Long(0), row.TimeOrNull(1), row.TimeOrNull(2)),
        ("identity", GetIdentity(vcenter)));

    /// <summary>What a scan changes of what is remembered; nothing is written.</summary>
    public async Task<IReadOnlyList<FleetChange>> GetChangesAsync(
        StoreSession session, VCenterFacts vcenter, ScanScope scope, DateTimeOffset at)
    {
        var machines = await StateRows<SeenMachine>.ReadAsync(session, Machines, Id);
        var later = VCenterState.From(vcenter, scope, at).WithVerdictFrom(machines.Present);
        var hosts = await StateRows<HostState>.ReadAsync(session, Hosts, Id);
        return ChangesTo(later, hosts.Present, machines.Present);
    }

    /// <summary>Brings what is remembered of a vCenter up to a scan: rows only where something is different.</summary>
    /// <returns>What changed, null when a newer scan of it was saved before; and when the scan before was, null for none.</returns>
    public static async Task<(IReadOnlyList<FleetChange>? Changes, DateTimeOffset? Before)> SaveAsync(
        StoreSession session, long runId, RunTime time, ScanScope scope, VCenterFacts vcenter)
    {
        var row = await FindAsync(session, vcenter) ?? await InsertAsync(session, vcenter);
        if (time.After(row.LastScanAt) is not { } at)
        {
            return (null, row.LastScanAt);
        }

        var hosts = await StateRows<HostState>.ReadAsync(session, Hosts, row.Id);
        var machines = await StateRows<SeenMachine>.ReadAsync(session, Machines, row.Id);
        var later = VCenterState.From(vcenter, scope, at).WithVerdictFrom(machines.Present);
        var changes = await GuestRows.WithoutKnownAsync(
            session, row.ChangesTo(later, hosts.Present, machines.Present), later.Machines, time.Clock);
        await hosts.UpdateAsync(later.Hosts, later.At, later.IsFull);
        await machines.UpdateAsync(later.Machines, later.At, later.IsFull);
        await GuestRows.InsertJoinedAsync(session, vcenter.VirtualMachines);
        await ChangeRows.InsertAsync(session, runId, row.Id, changes, machines.GetId, hosts.GetId);
        await EndAsync(session, runId, vcenter, row.Id, at, later.IsFull);
        return (changes, row.LastScanAt);
    }

    private IReadOnlyList<FleetChange> ChangesTo(
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

    private static async Task<VCenterMemory> InsertAsync(StoreSession session, VCenterFacts vcenter)
    {
        var id = await session.FirstAsync("vcenter-last", row => row.Long(0)) + 1;
        await session.ExecuteAsync("vcenter-insert", ("id", id), ("identity", GetIdentity(vcenter)), ("server", vcenter.Server));
        return new VCenterMemory(id, LastScanAt: null, LastFullScanAt: null);
    }

    private static async Task EndAsync(StoreSession session, long runId, VCenterFacts vcenter, long id, DateTimeOffset at, bool isFull)
    {
        var ms = at.ToUnixTimeMilliseconds();
        var placements = vcenter.VirtualMachines.CountBy(machine => machine.Placement).ToDictionary();
        await session.ExecuteAsync(
            "vcenter-scan-insert",
            ("vcenter_id", id),
            ("at", ms),
            ("run_id", runId),
            ("is_full", isFull),
            ("hosts", vcenter.Hosts.Count),
            ("home", placements.GetValueOrDefault(Placement.Home)),
            ("away", placements.GetValueOrDefault(Placement.Away)),
            ("unknown", placements.GetValueOrDefault(Placement.Unknown)),
            ("off", placements.GetValueOrDefault(Placement.Off)));
        await session.ExecuteAsync(
            "vcenter-update",
            ("id", id),
            ("server", vcenter.Server),
            ("version", vcenter.Version),
            ("at", ms),
            ("full_at", isFull ? ms : null));
    }
}
