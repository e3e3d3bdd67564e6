namespace TimerProbe.Fleet.Store;

/// <summary>What a store knows of machines, hosts, clusters and guests over time.</summary>
public sealed class StoredHistory
{
    private const long ScansOfTrend = 30;

    private static readonly TimeSpan MaxAhead = TimeSpan.FromMinutes(10);

    private readonly StoreDatabase _database;

    internal StoredHistory(StoreDatabase database) => _database = database;

    public Task<IReadOnlyList<KnownSubject>> FindMachinesAsync(string name, CancellationToken cancellationToken) =>
        _database.ListAsync("machine-find", HistoryRows.Machine, [("name", name), ("uuid", GuestIdentity.Canonical(name))], cancellationToken);

    public Task<IReadOnlyList<KnownSubject>> FindHostsAsync(string name, CancellationToken cancellationToken) =>
        _database.ListAsync("host-find", HistoryRows.Host, [("name", name)], cancellationToken);

    public Task<IReadOnlyList<KnownSubject>> FindClustersAsync(string name, CancellationToken cancellationToken) =>
        _database.ListAsync("cluster-find", HistoryRows.Cluster, [("name", name)], cancellationToken);

    public Task<IReadOnlyList<KnownSubject>> FindGuestsAsync(string name, CancellationToken cancellationToken) =>
        _database.ListAsync("guest-find", HistoryRows.Guest, [("name", name), ("uuid", GuestIdentity.Canonical(name))], cancellationToken);

    /// <summary>Each name of machines and their guests, hosts, clusters, and guests that measured themselves; in no order.</summary>
    /// <param name="kind">Of these only: <c>vm</c>, <c>host</c>, <c>cluster</c> or <c>guest</c>; null for all.</param>
    /// <param name="server">In this vCenter only, in any case of letters; null for any. A guest is in none.</param>
    public Task<IReadOnlyList<string>> NamesAsync(string? kind, string? server, CancellationToken cancellationToken) =>
        _database.ListAsync("name-list", row => row.Text(0), [("kind", kind), ("server", server)], cancellationToken);

    public Task<HistoryDocument> ReadAsync(KnownSubject known, HistoryFrame frame, CancellationToken cancellationToken) =>
        _database.ReadAsync(
        session => known.Subject.Kind switch
        {
            SubjectKind.VirtualMachine => ReadMachineAsync(session, known, frame),
            SubjectKind.Host => ReadHostAsync(session, known, frame),
            SubjectKind.Cluster => ReadClusterAsync(session, known, frame),
            _ => ReadGuestAsync(session, known, frame),
        },
        cancellationToken);

    /// <summary>One vCenter over time, in any case of letters, or all; with the newest <paramref name="maxChanges"/> changes.</summary>
    public Task<HistoryDocument?> ReadFleetAsync(string? server, HistoryFrame frame, int maxChanges, CancellationToken cancellationToken) =>
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

                var changes = await session.QueryAsync("change-of-fleet", HistoryRows.Change, [("most", (long)maxChanges), .. parameters]);
                changes.Reverse();
                return frame.About(SubjectKind.Vcenter, server ?? Counted.Of(vcenters, Noun.VCenter), server) with
                {
                    Scans = Merged(before, within),
                    Changes = changes,
                };
            },
            cancellationToken);

    public Task<long> LastChangeAsync(CancellationToken cancellationToken) =>
        _database.ReadAsync(session => session.FirstAsync("change-last", row => row.Long(0)), cancellationToken);

    public Task<IReadOnlyList<HistoryChange>> ChangesAsync(
        long after, long last, DateTimeOffset from, int maxChanges, CancellationToken cancellationToken) =>
        _database.ReadAsync<IReadOnlyList<HistoryChange>>(
            async session =>
            {
                var changes = await session.QueryAsync(
                    "change-kept",
                    HistoryRows.Change,
                    ("after", after),
                    ("last", last),
                    ("from", from.ToUnixTimeMilliseconds()),
                    ("most", (long)maxChanges));
                changes.Reverse();
                return changes;
            },
            cancellationToken);

    public Task<IHomeHistory> ReadHomesAsync(DateTimeOffset now, CancellationToken cancellationToken) =>
        _database.ReadAsync(session => StoredHomes.ReadAsync(session, now), cancellationToken);

    /// <summary>The newest check of each guest, by the number of the guest.</summary>
    public Task<IReadOnlyList<(long Guest, GuestResult Result)>> ReadChecksAsync(
        long afterRun, DateTimeOffset now, CancellationToken cancellationToken) =>
        _database.ReadAsync<IReadOnlyList<(long, GuestResult)>>(
            async session => await session.QueryAsync(
                "guest-latest",
                HistoryRows.Check,
                ("after", afterRun),
                ("latest", (now + MaxAhead).ToUnixTimeMilliseconds())),
            cancellationToken);

    /// <summary>What scans before an unsaved one saw of its vCenters, and what changed since the last; null without any.</summary>
    public Task<ScanTrend?> ReadTrendAsync(ScanDocument document, CancellationToken cancellationToken) =>
        _database.ReadAsync(session => ReadTrendAsync(session, document), cancellationToken);

    private static async Task<ScanTrend?> ReadTrendAsync(StoreSession session, ScanDocument document)
    {
        var vcenters = document.VCenters.Where(vcenter => vcenter.Status != ReadStatus.Failed).ToList();
        var (points, changes) = (new List<HistoryScan>(), new List<FleetChange>());
        foreach (var vcenter in vcenters)
        {
            if (await VCenterMemory.FindAsync(session, vcenter) is not { } known
                || known.LastScanAt is null
                || known.LastScanAt >= document.StartedAt)
            {
                return null;
            }

            points.AddRange(await session.QueryAsync(
                "scan-before",
                HistoryRows.Scan,
                ("id", known.Id),
                ("before", document.StartedAt.ToUnixTimeMilliseconds()),
                ("most", ScansOfTrend)));
            changes.AddRange(await known.GetChangesAsync(session, vcenter, document.Scope, document.StartedAt));
        }

        var scans = points.GroupBy(point => point.DocumentId)
            .Where(scan => scan.Count() == vcenters.Count)
            .Select(Sum)
            .OrderBy(scan => scan.At)
            .ToList();
        return scans.Count == 0 ? null : new ScanTrend(scans, CountKinds(changes));
    }

    private static EarlierScan Sum(IEnumerable<HistoryScan> scan) => new(
        scan.Min(point => point.At),
        scan.All(point => point.IsFull),
        scan.Sum(point => point.Home),
        scan.Sum(point => point.Away),
        scan.Sum(point => point.Unknown),
        scan.Sum(point => point.Off));

    private static IReadOnlyList<ChangeCount> CountKinds(IEnumerable<FleetChange> changes) =>
    [
        .. changes.CountBy(change => change.Kind)
            .OrderByDescending(kind => kind.Value)
            .ThenBy(kind => kind.Key)
            .Select(kind => new ChangeCount(kind.Key.ToDocumentName(), kind.Value)),
    ];

    private static async Task<HistoryDocument> ReadMachineAsync(StoreSession session, KnownSubject machine, HistoryFrame frame)
    {
        (string, object?)[] parameters = [("id", machine.Key), .. frame.Parameters];
        var changes = await session.QueryAsync("change-of-machine", HistoryRows.Change, parameters);
        var measurements = new List<HistoryMeasurement>();
        var (uuid, name) = (machine.Subject.SmbiosUuid, machine.Subject.Name);
        foreach (var guest in await session.QueryAsync(
            "guest-of-machine", HistoryRows.Guest, GuestRows.ParametersOf(uuid, name, machine.GuestHostName)))
        {
            changes.AddRange(await session.QueryAsync("change-of-guest", HistoryRows.Change, [("id", guest.Key), .. frame.Parameters]));
            measurements.AddRange(await MeasurementsAsync(session, guest, frame));
        }

        return frame.About(machine.Subject) with
        {
            MachineStates = await session.QueryAsync("machine-state-list", HistoryRows.MachineState, parameters),
            Changes = [.. changes.OrderBy(change => change.At)],
            Measurements = [.. measurements.OrderBy(measured => measured.At)],
            Scans = await session.QueryAsync("scan-of-machine", HistoryRows.Scan, parameters),
        };
    }

    private static async Task<HistoryDocument> ReadHostAsync(StoreSession session, KnownSubject host, HistoryFrame frame)
    {
        (string, object?)[] parameters = [("id", host.Key), .. frame.Parameters];
        return frame.About(host.Subject) with
        {
            HostStates = await session.QueryAsync("host-state-list", HistoryRows.HostState, parameters),
            Changes = await session.QueryAsync("change-of-host", HistoryRows.Change, parameters),
            Scans = await session.QueryAsync("scan-of-host", HistoryRows.Scan, parameters),
        };
    }

    private static async Task<HistoryDocument> ReadClusterAsync(StoreSession session, KnownSubject cluster, HistoryFrame frame)
    {
        (string, object?)[] parameters = [("vcenter_id", cluster.Key), ("name", cluster.Subject.Name), .. frame.Parameters];
        var states = await session.QueryAsync("machine-state-of-cluster", HistoryRows.MachineState, parameters);
        return frame.About(cluster.Subject) with
        {
            MachineStates = [.. states.OrderBy(state => state.Since)],
            Changes = await session.QueryAsync("change-of-cluster", HistoryRows.Change, parameters),
            Scans = await session.QueryAsync("scan-of-vcenter", HistoryRows.Scan, [("id", cluster.Key), .. frame.Parameters]),
        };
    }

    private static async Task<HistoryDocument> ReadGuestAsync(StoreSession session, KnownSubject guest, HistoryFrame frame) =>
        frame.About(guest.Subject) with
        {
            Changes = await session.QueryAsync("change-of-guest", HistoryRows.Change, [("id", guest.Key), .. frame.Parameters]),
            Measurements = await MeasurementsAsync(session, guest, frame),
        };

    private static List<HistoryScan> Merged(
        IEnumerable<(long VCenter, HistoryScan Scan)> before, IEnumerable<(long VCenter, HistoryScan Scan)> within)
    {
        var known = before.ToDictionary(point => point.VCenter, point => point.Scan);
        var points = new List<HistoryScan>();
        foreach (var scan in within.GroupBy(point => point.Scan.DocumentId))
        {
            foreach (var point in scan)
            {
                known[point.VCenter] = point.Scan;
            }

            var seen = known.Values;
            points.Add(new HistoryScan(
                scan.Min(point => point.Scan.At),
                scan.Key,
                seen.All(item => item.IsFull),
                seen.Sum(item => item.Hosts),
                seen.Sum(item => item.Home),
                seen.Sum(item => item.Away),
                seen.Sum(item => item.Unknown),
                seen.Sum(item => item.Off)));
        }

        return points;
    }

    private static Task<List<HistoryMeasurement>> MeasurementsAsync(StoreSession session, KnownSubject guest, HistoryFrame frame) =>
        session.QueryAsync("guest-measurement-list", row => HistoryRows.Measurement(row), [("id", guest.Key), .. frame.Parameters]);
}
