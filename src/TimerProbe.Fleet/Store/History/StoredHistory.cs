using TimerProbe.Core.Advice;
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

    /// <summary>A machine over time, and what changed inside its guest.</summary>
    public Task<HistoryDocument> ReadAsync(KnownMachine machine, HistoryFrame frame, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            var changes = await session.QueryAsync("change-of-machine", HistoryRows.Change, [("id", machine.Key), .. frame.Parameters]);
            var measurements = new List<HistoryMeasurement>();
            foreach (var guest in await GuestsAsync(session, machine))
            {
                changes.AddRange(
                    await session.QueryAsync("change-of-guest", HistoryRows.Change, [("id", guest.Key), .. frame.Parameters]));
                measurements.AddRange(await MeasurementsAsync(session, guest, frame));
            }

            var subject = new HistorySubject(
                SubjectKind.VirtualMachine,
                machine.Name,
                machine.Server,
                machine.Id,
                machine.BiosUuid,
                machine.FirstSeenAt,
                machine.GoneAt,
                machine.ScannedAt);
            return frame.About(subject) with
            {
                MachineStates = await session.QueryAsync(
                    "machine-state-list", HistoryRows.MachineState, [("id", machine.Key), .. frame.Parameters]),
                Changes = [.. changes.OrderBy(change => change.At)],
                Measurements = [.. measurements.OrderBy(measured => measured.At)],
                Scans = await session.QueryAsync("scan-of-machine", HistoryRows.Scan, [("id", machine.Key), .. frame.Parameters]),
            };
        },
        cancel);

    /// <summary>A host over time, moves to and from it among its changes.</summary>
    public Task<HistoryDocument> ReadAsync(KnownHost host, HistoryFrame frame, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            (string, object?)[] parameters = [("id", host.Key), .. frame.Parameters];
            var subject = new HistorySubject(
                SubjectKind.Host, host.Name, host.Server, host.Id, SmbiosUuid: null, host.FirstSeenAt, host.GoneAt, host.ScannedAt);
            return frame.About(subject) with
            {
                HostStates = await session.QueryAsync("host-state-list", HistoryRows.HostState, parameters),
                Changes = await session.QueryAsync("change-of-host", HistoryRows.Change, parameters),
                Scans = await session.QueryAsync("scan-of-host", HistoryRows.Scan, parameters),
            };
        },
        cancel);

    /// <summary>A cluster over time, its machines while they were in it.</summary>
    public Task<HistoryDocument> ReadAsync(KnownCluster cluster, HistoryFrame frame, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            (string, object?)[] parameters = [("vcenter_id", cluster.VCenterKey), ("name", cluster.Name), .. frame.Parameters];
            var states = await session.QueryAsync("machine-state-of-cluster", HistoryRows.MachineState, parameters);
            return frame.About(SubjectKind.Cluster, cluster.Name, cluster.Server) with
            {
                MachineStates = [.. states.OrderBy(state => state.Since)],
                Changes = await session.QueryAsync("change-of-cluster", HistoryRows.Change, parameters),
                Scans = await session.QueryAsync("scan-of-vcenter", HistoryRows.Scan, [("id", cluster.VCenterKey), .. frame.Parameters]),
            };
        },
        cancel);

    /// <summary>A guest over time.</summary>
    public Task<HistoryDocument> ReadAsync(KnownGuest guest, HistoryFrame frame, CancellationToken cancel) => _database.ReadAsync(
        async session => frame.About(SubjectKind.Guest, guest.Name, smbiosUuid: guest.SmbiosUuid) with
        {
            Changes = await session.QueryAsync("change-of-guest", HistoryRows.Change, [("id", guest.Key), .. frame.Parameters]),
            Measurements = await MeasurementsAsync(session, guest, frame),
        },
        cancel);

    /// <summary>One vCenter over time, in any case of letters, or all, with the newest changes, at most <paramref name="most"/>.</summary>
    /// <returns>Null where there is no scan of that one.</returns>
    public Task<HistoryDocument?> ReadFleetAsync(string? server, HistoryFrame frame, int most, CancellationToken cancel) =>
        _database.ReadAsync(
            async session =>
            {
                (string, object?)[] parameters = [("server", server), .. frame.Parameters];
                var before = await session.QueryAsync(
                    "scan-of-fleet-before", HistoryRows.FleetScan, ("server", server), frame.Parameters[0]);
                var within = await session.QueryAsync("scan-of-fleet", HistoryRows.FleetScan, parameters);
                var vcenters = before.Concat(within).Select(point => point.VCenter).Distinct().Count();
                if (vcenters == 0 && server is not null)
                {
                    return null;
                }

                var changes = await session.QueryAsync("change-of-fleet", HistoryRows.Change, [("most", (long)most), .. parameters]);
                changes.Reverse();
                return frame.About(SubjectKind.Vcenter, server ?? $"{vcenters} vCenter{(vcenters == 1 ? "" : "s")}", server) with
                {
                    Scans = FleetPoints.Merge(before, within),
                    Changes = changes,
                };
            },
            cancel);

    /// <summary>The number of the change that was kept last; 0 where there is none.</summary>
    public Task<long> LastChangeAsync(CancellationToken cancel) =>
        _database.ReadAsync(session => session.FirstAsync("change-last", row => row.Long(0)), cancel);

    /// <summary>
    /// What was kept after one change up to another, by their numbers, in the order of time: it may have happened long before, but not
    /// before <paramref name="from"/>. Of more than <paramref name="most"/> the latest.
    /// </summary>
    public Task<IReadOnlyList<HistoryChange>> ChangesAsync(
        long after, long last, DateTimeOffset from, int most, CancellationToken cancel) =>
        _database.ReadAsync<IReadOnlyList<HistoryChange>>(
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

    /// <summary>The newest check of each guest, for <see cref="GuestJoin"/>, in the order of their numbers.</summary>
    /// <param name="afterRun">Of runs saved after this one only; 0 for all.</param>
    /// <param name="now">The time by the store.</param>
    /// <param name="cancel">Ends the reading.</param>
    public Task<IReadOnlyList<SavedCheck>> ReadChecksAsync(long afterRun, DateTimeOffset now, CancellationToken cancel) =>
        _database.ReadAsync<IReadOnlyList<SavedCheck>>(
            async session => await session.QueryAsync(
                "guest-latest",
                SavedCheck.Read,
                ("after", afterRun),
                ("latest", (now + SavedCheck.MostAhead).ToUnixTimeMilliseconds())),
            cancel);

    /// <summary>What scans before an unsaved one saw of its vCenters, and what changed since the last; null where there are none.</summary>
    public Task<ScanTrend?> ReadTrendAsync(ScanDocument document, CancellationToken cancel) =>
        _database.ReadAsync(session => StoredTrend.ReadAsync(session, document), cancel);

    private static Task<List<HistoryMeasurement>> MeasurementsAsync(StoreSession session, KnownGuest guest, HistoryFrame frame) =>
        session.QueryAsync("guest-measurement-list", HistoryRows.Measurement, [("id", guest.Key), .. frame.Parameters]);

    private static Task<List<KnownGuest>> GuestsAsync(StoreSession session, KnownMachine machine) =>
        session.QueryAsync(
            "guest-of-machine", HistoryRows.Guest, GuestRows.ParametersOf(machine.BiosUuid, machine.Name, machine.GuestHostName));
}
