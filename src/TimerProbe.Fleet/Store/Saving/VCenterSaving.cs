namespace TimerProbe.Fleet.Store;

/// <summary>Brings what is remembered of one vCenter up to a scan: rows only where something is different.</summary>
internal sealed class VCenterSaving(StoreSession session, long runId, RunTime time, ScanScope scope)
{
    /// <summary>When the scan before was, by the store; null when there was none.</summary>
    public DateTimeOffset? Before { get; private set; }

    /// <summary>What changed; null when a newer scan of it was saved before.</summary>
    public async Task<IReadOnlyList<FleetChange>?> SaveAsync(VCenterFacts vcenter)
    {
        var row = await FindAsync(vcenter);
        Before = row.LastScanAt;
        if (time.After(Before) is not { } at)
        {
            return null;
        }

        var hosts = await StateRows<HostState>.ReadAsync(session, StateTables.Hosts, row.Id);
        var machines = await StateRows<SeenMachine>.ReadAsync(session, StateTables.Machines, row.Id);
        var later = VCenterState.From(vcenter, scope, at).WithVerdictFrom(machines.Present);
        var changes = await GuestRows.WithoutKnownAsync(
            session, row.ChangesTo(later, hosts.Present, machines.Present), later.Machines, time.Clock);
        await hosts.UpdateAsync(later.Hosts, later.At, later.IsFull);
        await machines.UpdateAsync(later.Machines, later.At, later.IsFull);
        await GuestRows.InsertJoinedAsync(session, vcenter.VirtualMachines);
        await ChangeRows.InsertAsync(session, runId, row.Id, changes, machines.GetId, hosts.GetId);
        await EndAsync(vcenter, row.Id, at, later.IsFull);
        return changes;
    }

    private async Task<VCenterMemory> FindAsync(VCenterFacts vcenter)
    {
        if (await VCenterMemory.FindAsync(session, vcenter) is { } known)
        {
            return known;
        }

        var id = await session.FirstAsync("vcenter-last", row => row.Long(0)) + 1;
        await session.ExecuteAsync("vcenter-insert", ("id", id), ("identity", VCenterMemory.GetIdentity(vcenter)), ("server", vcenter.Server));
        return new VCenterMemory(id, LastScanAt: null, LastFullScanAt: null);
    }

    private async Task EndAsync(VCenterFacts vcenter, long id, DateTimeOffset at, bool isFull)
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
