namespace TimerProbe.Fleet.Store;

internal static class ChangeRows
{
    private static readonly string[] Names =
    [
        "id", "run_id", "at", "is_exact", "kind", "vcenter_id", "cluster",
        "machine_id", "guest_id", "host_id", "from_host_id", "what", "earlier", "later"
    ];

    public static Task InsertAsync(
        StoreSession session,
        long runId,
        long vcenter,
        IReadOnlyList<FleetChange> changes,
        Func<string?, long?> machineOf,
        Func<string?, long?> hostOf) =>
        InsertAsync(session, changes, (change, id) =>
        {
            var machine = change.Subject == SubjectKind.VirtualMachine ? machineOf(change.Id) : null;
            return Values(id, runId, vcenter, machine, guest: null, hostOf(change.HostId), hostOf(change.FromHostId), change);
        });

    public static Task InsertAsync(StoreSession session, long? runId, long guest, IReadOnlyList<FleetChange> changes) =>
        InsertAsync(session, changes, (change, id) =>
            Values(id, runId, vcenter: null, machine: null, guest, host: null, fromHost: null, change));

    private static async Task InsertAsync(
        StoreSession session, IReadOnlyList<FleetChange> changes, Func<FleetChange, long, object?[]> values)
    {
        var rows = new List<object?[]>();
        foreach (var change in changes)
        {
            rows.Add(values(change, await session.NextNumberAsync("change-last")));
        }

        session.Defer("change-insert", Names, rows);
    }

    private static object?[] Values(
        long id, long? runId, long? vcenter, long? machine, long? guest, long? host, long? fromHost, FleetChange change) =>
    [
        id, runId, change.At.ToUnixTimeMilliseconds(), change.IsExact, change.Kind.ToDocumentName(), vcenter, change.Cluster,
        machine, guest, host, fromHost, change.What, change.Earlier, change.Later,
    ];
}
