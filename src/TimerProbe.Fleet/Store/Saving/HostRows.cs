namespace TimerProbe.Fleet.Store;

/// <summary>The hosts of one vCenter as they were last seen.</summary>
internal sealed class HostRows
{
    private static readonly string[] InsertNames = ["id", "vcenter_id", "moref", "name", "at"];
    private static readonly string[] UpdateNames = ["id", "name"];
    private static readonly string[] GoneNames = ["id", "at"];
    private static readonly string[] StateNames =
    [
        "host_id", "since", "hz", "cluster", "cpu_model", "version",
        "power_policy", "connection_state", "in_maintenance_mode", "boot_time"
    ];

    private readonly StoreSession _session;
    private readonly long _vcenter;
    private readonly Dictionary<string, (long Id, string Name, bool IsGone)> _rows = new(StringComparer.Ordinal);
    private readonly Dictionary<string, HostState> _present = new(StringComparer.Ordinal);

    private HostRows(StoreSession session, long vcenter) => (_session, _vcenter) = (session, vcenter);

    public IReadOnlyDictionary<string, HostState> Present => _present;

    public static async Task<HostRows> ReadAsync(StoreSession session, long vcenter)
    {
        var rows = new HostRows(session, vcenter);
        await session.QueryAsync("host-state-open", rows.Add, ("vcenter_id", vcenter));
        return rows;
    }

    public static HostState ReadState(Row row, int first, string moref, string name) => new()
    {
        Id = moref,
        Name = name,
        Hz = row.FrequencyOrNull(first),
        Cluster = row.TextOrNull(first + 1),
        CpuModel = row.TextOrNull(first + 2),
        Version = row.TextOrNull(first + 3),
        PowerPolicy = row.TextOrNull(first + 4),
        ConnectionState = row.TextOrNull(first + 5),
        InMaintenanceMode = row.FlagOrNull(first + 6),
        BootTime = row.TimeOrNull(first + 7),
    };

    public long? GetId(string? moref) => moref is not null && _rows.TryGetValue(moref, out var row) ? row.Id : null;

    public async Task UpdateAsync(VCenterState later)
    {
        var at = later.At.ToUnixTimeMilliseconds();
        var next = await _session.FirstAsync("host-last", row => row.Long(0));
        var fresh = later.Hosts.Values.Where(host => !_rows.ContainsKey(host.Id)).Select(host => (Id: ++next, Host: host)).ToList();
        var gone = later.IsFull
            ? _present.Keys.Where(id => !later.Hosts.ContainsKey(id)).Select(id => _rows[id].Id).ToList()
            : [];
        var changed = later.Hosts.Values
            .Where(host => !_present.TryGetValue(host.Id, out var known) || known with { Name = host.Name } != host)
            .ToList();
        var renamed = later.Hosts.Values
            .Where(host => _rows.TryGetValue(host.Id, out var row) && (row.IsGone || row.Name != host.Name))
            .ToList();

        await _session.ExecuteManyAsync(
            "host-insert", InsertNames, fresh.Select(item => new object?[] { item.Id, _vcenter, item.Host.Id, item.Host.Name, at }));
        fresh.ForEach(item => _rows[item.Host.Id] = (item.Id, item.Host.Name, false));
        await _session.ExecuteManyAsync("host-update", UpdateNames, renamed.Select(host => new object?[] { _rows[host.Id].Id, host.Name }));
        await _session.ExecuteManyAsync(
            "host-state-close",
            GoneNames,
            changed.Where(host => _present.ContainsKey(host.Id))
                .Select(host => _rows[host.Id].Id)
                .Concat(gone)
                .Select(id => new object?[] { id, at }));
        await _session.ExecuteManyAsync("host-gone", GoneNames, gone.Select(id => new object?[] { id, at }));
        await _session.ExecuteManyAsync("host-state-insert", StateNames, changed.Select(host => Values(host, at)));
    }

    private object?[] Values(HostState host, long at) =>
    [
        _rows[host.Id].Id, at, host.Hz?.Hertz, host.Cluster, host.CpuModel, host.Version,
        host.PowerPolicy, host.ConnectionState, host.InMaintenanceMode, host.BootTime?.ToUnixTimeMilliseconds(),
    ];

    private bool Add(Row row)
    {
        var (id, moref, name, isPresent) = (row.Long(0), row.Text(1), row.Text(2), row.Flag(3));
        _rows[moref] = (id, name, !isPresent);
        if (isPresent)
        {
            _present[moref] = ReadState(row, 4, moref, name);
        }

        return isPresent;
    }
}

/// <summary>Counts how often in a row a vCenter did not answer. What comes late or twice does not count: newer is known.</summary>
internal static class TargetRows
{
    public static async Task<IReadOnlyList<TargetHealth>> UpdateAsync(
        StoreSession session, IEnumerable<(string Server, bool Answered, string? Problem)> targets, RunTime time)
    {
        var healths = new List<TargetHealth>();
        foreach (var (server, answered, problem) in targets.DistinctBy(target => target.Server))
        {
            var before = await session.FirstAsync("target-by-server", Read, ("server", server));
            if (time.After(before?.LastTriedAt) is not { } at)
            {
                healths.Add(before! with { Before = before });
                continue;
            }

            await session.ExecuteAsync(
                answered ? "target-answered" : "target-failed",
                ("server", server),
                ("at", at.ToUnixTimeMilliseconds()),
                ("problem", problem));
            healths.Add((await session.FirstAsync("target-by-server", Read, ("server", server)))! with { Before = before });
        }

        return healths;
    }

    public static TargetHealth Read(Row row) => new(row.Text(0), row.Int(1), row.Time(2), row.TimeOrNull(3), row.TextOrNull(4));
}
