namespace TimerProbe.Fleet.Store;

/// <summary>What a scan leaves besides its document: the state of each vCenter, what changed, and how each answered.</summary>
internal static class ScanSaving
{
    public static async Task<SavedRun> SaveAsync(StoreSession session, ScanDocument document, SavedRun run, RunTime time)
    {
        var changes = new List<FleetChange>();
        var late = new List<string>();
        var ahead = new Dictionary<string, DateTimeOffset>();
        foreach (var vcenter in document.VCenters.Where(vcenter => vcenter.Status != ReadStatus.Failed))
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
            document.VCenters.Select(vcenter =>
                (vcenter.Server, vcenter.Status != ReadStatus.Failed, vcenter.IsReadAsExpected ? null : Problem(vcenter))),
            time);
        return run with { Changes = changes, Late = late, Ahead = ahead, Targets = targets };
    }

    private static string Problem(VCenterFacts vcenter) => vcenter.Problems is [var first, ..] ? first : "it could not be read";
}

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
