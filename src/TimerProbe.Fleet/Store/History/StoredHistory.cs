using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.History;

/// <summary>What a store knows of machines, hosts, clusters and guests over time.</summary>
public sealed class StoredHistory
{
    private readonly StoreDatabase _database;

    internal StoredHistory(StoreDatabase database) => _database = database;

    /// <summary>The machines of this name in the inventory or in the guest, of this UUID, or of this managed object id.</summary>
    public Task<IReadOnlyList<KnownMachine>> FindMachinesAsync(string name, CancellationToken cancel) =>
        _database.ListAsync("machine-find", HistoryRows.Machine, [("name", name), ("uuid", GuestIdentity.Canonical(name))], cancel);

    /// <summary>The hosts of this name, or of this managed object id.</summary>
    public Task<IReadOnlyList<KnownHost>> FindHostsAsync(string name, CancellationToken cancel) =>
        _database.ListAsync("host-find", HistoryRows.Host, [("name", name)], cancel);

    /// <summary>The clusters of this name, in any case of letters.</summary>
    public Task<IReadOnlyList<KnownCluster>> FindClustersAsync(string name, CancellationToken cancel) =>
        _database.ListAsync("cluster-find", row => new KnownCluster(row.Long(0), row.Text(1), row.Text(2)), [("name", name)], cancel);

    /// <summary>The guests of this name or UUID that measured themselves.</summary>
    public Task<IReadOnlyList<KnownGuest>> FindGuestsAsync(string name, CancellationToken cancel) =>
        _database.ListAsync("guest-find", HistoryRows.Guest, [("name", name), ("uuid", GuestIdentity.Canonical(name))], cancel);

    /// <summary>Each name that machines and their guests, hosts, clusters, and guests that measured themselves have; in no order.</summary>
    /// <param name="kind">Of these only: <c>vm</c>, <c>host</c>, <c>cluster</c> or <c>guest</c>; null for all.</param>
    /// <param name="server">In this vCenter only, in any case of letters; null for any. A guest is in none.</param>
    /// <param name="cancel">Ends the reading.</param>
    public Task<IReadOnlyList<string>> NamesAsync(string? kind, string? server, CancellationToken cancel) =>
        _database.ListAsync("name-list", row => row.Text(0), [("kind", kind), ("server", server)], cancel);

    /// <summary>A machine over time.</summary>
    public Task<MachineHistory> ReadAsync(KnownMachine machine, TimeWindow window, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            var guests = await GuestsAsync(session, machine);
            var changes = await session.QueryAsync("change-of-machine", HistoryRows.Change, [("id", machine.Key), .. window.Parameters]);
            var measurements = new List<GuestMeasurement>();
            foreach (var guest in guests)
            {
                changes.AddRange(
                    await session.QueryAsync("change-of-guest", HistoryRows.Change, [("id", guest.Key), .. window.Parameters]));
                measurements.AddRange(await MeasurementsAsync(session, guest, window));
            }

            return new MachineHistory(
                machine,
                await session.QueryAsync("machine-state-list", HistoryRows.MachineState, [("id", machine.Key), .. window.Parameters]),
                [.. changes.OrderBy(change => change.At)],
                [.. measurements.OrderBy(measured => measured.At)],
                await session.QueryAsync("scan-of-machine", HistoryRows.Scan, [("id", machine.Key), .. window.Parameters]));
        },
        cancel);

    /// <summary>A host over time.</summary>
    public Task<HostHistory> ReadAsync(KnownHost host, TimeWindow window, CancellationToken cancel) => _database.ReadAsync(
        async session => new HostHistory(
            host,
            await session.QueryAsync("host-state-list", HistoryRows.HostState, [("id", host.Key), .. window.Parameters]),
            await session.QueryAsync("change-of-host", HistoryRows.Change, [("id", host.Key), .. window.Parameters]),
            await session.QueryAsync("scan-of-host", HistoryRows.Scan, [("id", host.Key), .. window.Parameters])),
        cancel);

    /// <summary>A cluster over time.</summary>
    public Task<ClusterHistory> ReadAsync(KnownCluster cluster, TimeWindow window, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            (string, object?)[] parameters = [("vcenter_id", cluster.VCenterKey), ("name", cluster.Name), .. window.Parameters];
            return new ClusterHistory(
                cluster,
                await session.QueryAsync("machine-state-of-cluster", HistoryRows.MachineState, parameters),
                await session.QueryAsync("change-of-cluster", HistoryRows.Change, parameters),
                await session.QueryAsync("scan-of-vcenter", HistoryRows.Scan, [("id", cluster.VCenterKey), .. window.Parameters]));
        },
        cancel);

    /// <summary>A guest over time.</summary>
    public Task<GuestHistory> ReadAsync(KnownGuest guest, TimeWindow window, CancellationToken cancel) => _database.ReadAsync(
        async session => new GuestHistory(
            guest,
            await MeasurementsAsync(session, guest, window),
            await session.QueryAsync("change-of-guest", HistoryRows.Change, [("id", guest.Key), .. window.Parameters])),
        cancel);

    /// <summary>One vCenter over time, in any case of letters, or all, with the newest changes, at most <paramref name="most"/>.</summary>
    public Task<FleetHistory> ReadFleetAsync(string? server, TimeWindow window, int most, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            (string, object?)[] parameters = [("server", server), .. window.Parameters];
            var before = await session.QueryAsync("scan-of-fleet-before", HistoryRows.FleetScan, ("server", server), window.Parameters[0]);
            var within = await session.QueryAsync("scan-of-fleet", HistoryRows.FleetScan, parameters);
            var changes = await session.QueryAsync("change-of-fleet", HistoryRows.Change, [("most", (long)most), .. parameters]);
            changes.Reverse();
            return new FleetHistory(
                before.Concat(within).Select(point => point.VCenter).Distinct().Count(), FleetPoints.Merge(before, within), changes);
        },
        cancel);

    /// <summary>What changed, in the order of time: the earliest where there is more than <paramref name="most"/>.</summary>
    public Task<IReadOnlyList<FleetChange>> ChangesAsync(TimeWindow window, int most, CancellationToken cancel) =>
        _database.ListAsync("change-list", HistoryRows.Change, [("most", (long)most), .. window.Parameters], cancel);

    /// <summary>The number of the change that was kept last; 0 where there is none.</summary>
    public Task<long> LastChangeAsync(CancellationToken cancel) =>
        _database.ReadAsync(session => session.FirstAsync("change-last", row => row.Long(0)), cancel);

    /// <summary>
    /// What was kept after one change up to another, by their numbers, in the order of time: it may have happened long before, but not
    /// before <paramref name="from"/>. Of more than <paramref name="most"/> the latest.
    /// </summary>
    public Task<IReadOnlyList<FleetChange>> ChangesAsync(
        long after, long last, DateTimeOffset from, int most, CancellationToken cancel) =>
        _database.ReadAsync<IReadOnlyList<FleetChange>>(
            async session =>
            {
                var changes = await session.QueryAsync(
                    "change-kept",
                    HistoryRows.Change,
                    ("after", after),
                    ("last", last),
                    ("from", from.ToUnixTimeMilliseconds()),
                    ("most", (long)most));
                changes.Reverse();
                return changes;
            },
            cancel);

    /// <summary>The homes that were known before a scan that starts now, for <see cref="HomeMemory"/>.</summary>
    public Task<IHomeHistory> ReadHomesAsync(DateTimeOffset now, CancellationToken cancel) =>
        _database.ReadAsync(session => StoredHomes.ReadAsync(session, now), cancel);

    /// <summary>The newest check that can be read of each guest, for <see cref="GuestJoin"/>, in the order of their numbers.</summary>
    /// <param name="afterRun">Of runs saved after this one only; 0 for all.</param>
    /// <param name="now">The time by the store.</param>
    /// <param name="cancel">Ends the reading.</param>
    public Task<IReadOnlyList<SavedCheck>> ReadChecksAsync(long afterRun, DateTimeOffset now, CancellationToken cancel) =>
        _database.ReadAsync<IReadOnlyList<SavedCheck>>(
            async session => await session.QueryReadableAsync(
                "guest-latest",
                SavedCheck.Read,
                ("after", afterRun),
                ("latest", (now + SavedCheck.MostAhead).ToUnixTimeMilliseconds())),
            cancel);

    /// <summary>What scans before an unsaved one saw of its vCenters, and what changed since the last; null where there are none.</summary>
    public Task<ScanTrend?> ReadTrendAsync(ScanDocument document, CancellationToken cancel) =>
        _database.ReadAsync(session => StoredTrend.ReadAsync(session, document), cancel);

    private static Task<List<GuestMeasurement>> MeasurementsAsync(StoreSession session, KnownGuest guest, TimeWindow window) =>
        session.QueryAsync("guest-measurement-list", GuestRows.ReadMeasurement, [("id", guest.Key), .. window.Parameters]);

    private static Task<List<KnownGuest>> GuestsAsync(StoreSession session, KnownMachine machine) =>
        session.QueryAsync(
            "guest-of-machine", HistoryRows.Guest, GuestRows.ParametersOf(machine.BiosUuid, machine.Name, machine.GuestHostName));
}
