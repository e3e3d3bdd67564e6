using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a scan leaves besides its document: the state of each vCenter, what changed, and how each answered.</summary>
internal static class ScanSaving
{
    /// <exception cref="StoreException">Another scan has claimed all of it meanwhile.</exception>
    public static async Task<SavedRun> SaveAsync(
        StoreSession session, ScanDocument document, SavedRun run, RunTime time, ScanClaims? claims)
    {
        var lost = await LostClaims.FindAsync(session, claims, document.VCenters.Select(vcenter => vcenter.Server));
        IReadOnlyList<VCenterFacts> own = [.. document.VCenters.Where(vcenter => !lost.ContainsKey(vcenter.Server))];
        var changes = new List<FleetChange>();
        var late = new List<string>();
        var ahead = new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal);
        foreach (var vcenter in own.Where(vcenter => vcenter.Status != ReadStatus.Failed))
        {
            var saving = new VCenterSaving(session, run.RunId, time, document.Scope);
            var found = await saving.SaveAsync(vcenter);
            changes.AddRange(found ?? []);
            if (found is null)
            {
                late.Add(vcenter.Server);
            }
            else if (saving.Before is { } before && before > time.Clock.Latest)
            {
                ahead[vcenter.Server] = before;
            }
        }

        var targets = await TargetRows.UpdateAsync(
            session,
            own.Select(vcenter =>
                (vcenter.Server, vcenter.Status != ReadStatus.Failed, vcenter.IsReadAsExpected ? null : Problem(vcenter))),
            time);
        return run with { Changes = changes, Late = late, Ahead = ahead, Lost = lost, Targets = targets };
    }

    private static string Problem(VCenterFacts vcenter) => vcenter.Problems is [var first, ..] ? first : "it could not be read";
}

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

        var hosts = await HostRows.ReadAsync(session, row.Id);
        var machines = await MachineRows.ReadAsync(session, row.Id);
        var later = VCenterState.From(vcenter, scope, at).Remembering(machines.Present);
        var changes = await GuestRows.WithoutKnownAsync(session, row.ChangesTo(later, hosts, machines), later.Machines, time.Clock);
        await hosts.UpdateAsync(later);
        await machines.UpdateAsync(later);
        await GuestRows.InsertJoinedAsync(session, vcenter.VirtualMachines);
        await ChangeRows.InsertAsync(session, runId, row.Id, changes, machines.IdOf, hosts.IdOf);
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
        await session.ExecuteAsync("vcenter-insert", ("id", id), ("identity", VCenterIdentity.Of(vcenter)), ("server", vcenter.Server));
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

/// <summary>What a scan has claimed and another has taken over, to be asked in the transaction that saves.</summary>
internal static class LostClaims
{
    /// <summary>
    /// The servers that others have claimed since, with who they are. A token that is still there says that nobody else has had the server
    /// meanwhile, also when the session of the claim is gone: then nothing newer can have been saved of
    /// it, and whoever claims it from now on reads it later than this scan did.
    /// </summary>
    /// <param name="session">The transaction that saves.</param>
    /// <param name="claims">What was claimed; null for nothing, of which nothing is lost.</param>
    /// <param name="read">The servers that were read.</param>
    /// <exception cref="StoreException">They are all of those that were read.</exception>
    public static async Task<IReadOnlyDictionary<string, LockHolder?>> FindAsync(
        StoreSession session, ScanClaims? claims, IEnumerable<string> read)
    {
        if (claims?.Token is not { } token)
        {
            return new Dictionary<string, LockHolder?>(StringComparer.Ordinal);
        }

        var rows = await session.QueryAsync(
            "postgres-claim-lost",
            row => (Server: row.Text(0), Holder: LockHolder.Read(row.Text(1))),
            ("servers", string.Join('\n', claims.Own)),
            ("token", token));
        var lost = rows.ToDictionary(row => row.Server, row => row.Holder, StringComparer.OrdinalIgnoreCase);
        return lost.Count == 0 || !read.All(lost.ContainsKey) ? lost : throw new StoreException(
            StoreErrorKind.ClaimLost,
            $"the scan of {string.Join(" and ", lost.Keys)} was taken over by {LockHolder.Words(rows[0].Holder)}: nothing of this one is saved.");
    }
}

/// <summary>A vCenter as the scans before knew it.</summary>
/// <param name="Id">Its number in this store.</param>
/// <param name="LastScanAt">Its last scan; null when there was none.</param>
/// <param name="LastFullScanAt">Its last scan that saw everything.</param>
internal sealed record VCenterMemory(long Id, DateTimeOffset? LastScanAt, DateTimeOffset? LastFullScanAt)
{
    /// <summary>The vCenter; null where it was never scanned.</summary>
    public static Task<VCenterMemory?> FindAsync(StoreSession session, VCenterFacts vcenter) => session.FirstAsync(
        "vcenter-by-identity",
        row => (VCenterMemory?)new VCenterMemory(row.Long(0), row.TimeOrNull(1), row.TimeOrNull(2)),
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
}

/// <summary>What tells a vCenter from others, whatever name it is asked by.</summary>
internal static class VCenterIdentity
{
    /// <summary>Its instance UUID. A single ESXi host has none: it is known by its name.</summary>
    public static string Of(VCenterFacts vcenter) =>
        vcenter.InstanceUuid is { Length: > 0 } uuid ? uuid : "server:" + vcenter.Server.ToLowerInvariant();
}
