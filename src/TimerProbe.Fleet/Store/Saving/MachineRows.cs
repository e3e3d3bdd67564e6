namespace TimerProbe.Fleet.Store;

/// <summary>The virtual machines of one vCenter as they were last seen.</summary>
internal sealed class MachineRows
{
    private static readonly string[] InsertNames = ["id", "vcenter_id", "moref", "name", "bios_uuid", "guest_host_name", "at"];
    private static readonly string[] UpdateNames = ["id", "name", "bios_uuid", "guest_host_name"];
    private static readonly string[] GoneNames = ["id", "at"];
    private static readonly string[] StateNames =
    [
        "machine_id", "since", "power_state", "boot_time", "cluster", "host_moref", "host", "host_hz",
        "home_host", "home_hz", "home_source", "home_since",
        "placement", "reverted_at", "verdict", "cause", "settings", "home_certainty",
    ];

    private readonly StoreSession _session;
    private readonly long _vcenter;
    private readonly Dictionary<string, StoredMachine> _rows = new(StringComparer.Ordinal);
    private readonly Dictionary<string, MachineState> _present = new(StringComparer.Ordinal);

    private MachineRows(StoreSession session, long vcenter) => (_session, _vcenter) = (session, vcenter);

    public IReadOnlyDictionary<string, MachineState> Present => _present;

    public static async Task<MachineRows> ReadAsync(StoreSession session, long vcenter)
    {
        var rows = new MachineRows(session, vcenter);
        await session.QueryAsync("machine-state-open", rows.Add, ("vcenter_id", vcenter));
        return rows;
    }

    public long? GetId(string? moref) => moref is not null && _rows.TryGetValue(moref, out var row) ? row.Id : null;

    public async Task UpdateAsync(VCenterState later)
    {
        var at = later.At.ToUnixTimeMilliseconds();
        var next = await _session.FirstAsync("machine-last", row => row.Long(0));
        var fresh = later.Machines.Values
            .Where(machine => !_rows.ContainsKey(machine.Id))
            .Select(machine => (Id: ++next, Machine: machine))
            .ToList();
        var gone = later.IsFull
            ? _present.Keys.Where(id => !later.Machines.ContainsKey(id)).Select(id => _rows[id].Id).ToList()
            : [];
        var changed = later.Machines.Values
            .Where(machine => !_present.TryGetValue(machine.Id, out var known) || !known.HasSameState(machine))
            .ToList();
        var renamed = later.Machines.Values
            .Where(machine => _rows.TryGetValue(machine.Id, out var row) && row.IdentityChanged(machine))
            .ToList();

        await _session.ExecuteManyAsync("machine-insert", InsertNames, fresh.Select(item => new object?[]
        {
            item.Id, _vcenter, item.Machine.Id, item.Machine.Name, item.Machine.BiosUuid, item.Machine.GuestHostName, at
        }));
        fresh.ForEach(item =>
            _rows[item.Machine.Id] = new StoredMachine(
                item.Id, item.Machine.Name, item.Machine.BiosUuid, item.Machine.GuestHostName, IsGone: false));
        await _session.ExecuteManyAsync("machine-update", UpdateNames, renamed.Select(machine => new object?[]
        {
            _rows[machine.Id].Id,
            machine.Name,
            machine.BiosUuid ?? _rows[machine.Id].BiosUuid,
            machine.GuestHostName ?? _rows[machine.Id].GuestHostName
        }));
        await _session.ExecuteManyAsync(
            "machine-state-close",
            GoneNames,
            changed.Where(machine => _present.ContainsKey(machine.Id))
                .Select(machine => _rows[machine.Id].Id)
                .Concat(gone)
                .Select(id => new object?[] { id, at }));
        await _session.ExecuteManyAsync("machine-gone", GoneNames, gone.Select(id => new object?[] { id, at }));
        await _session.ExecuteManyAsync("machine-state-insert", StateNames, changed.Select(machine => Values(machine, at)));
    }

    private object?[] Values(MachineState machine, long at) =>
    [
        _rows[machine.Id].Id, at, machine.PowerState, machine.BootTime?.ToUnixTimeMilliseconds(),
        machine.Cluster, machine.HostId, machine.Host, machine.HostHz?.Hertz,
        machine.HomeHost, machine.HomeHz?.Hertz, machine.HomeSource?.ToDocumentName(), machine.HomeSince?.ToUnixTimeMilliseconds(),
        machine.Placement.ToDocumentName(), machine.RevertedAt?.ToUnixTimeMilliseconds(),
        machine.Verdict?.ToDocumentName(), machine.Cause?.ToDocumentName(), machine.Settings, machine.HomeCertainty?.ToDocumentName(),
    ];

    private bool Add(Row row)
    {
        var moref = row.Text(1);
        var isPresent = row.Flag(5);
        var known = new StoredMachine(row.Long(0), row.Text(2), row.TextOrNull(3), row.TextOrNull(4), !isPresent);
        _rows[moref] = known;
        if (isPresent)
        {
            _present[moref] = ReadState(row, 6, moref, known.Name) with
            {
                BiosUuid = known.BiosUuid,
                GuestHostName = known.GuestHostName,
            };
        }

        return isPresent;
    }

    private static MachineState ReadState(Row row, int first, string moref, string name) => new()
    {
        Id = moref,
        Name = name,
        PowerState = row.TextOrNull(first),
        BootTime = row.TimeOrNull(first + 1),
        Cluster = row.TextOrNull(first + 2),
        HostId = row.TextOrNull(first + 3),
        Host = row.TextOrNull(first + 4),
        HostHz = row.FrequencyOrNull(first + 5),
        HomeHost = row.TextOrNull(first + 6),
        HomeHz = row.FrequencyOrNull(first + 7),
        HomeSource = row.NameOrNull<HomeSource>(first + 8),
        HomeSince = row.TimeOrNull(first + 9),
        Placement = row.Name<Placement>(first + 10),
        RevertedAt = row.TimeOrNull(first + 11),
        Verdict = row.NameOrNull<ClockState>(first + 12),
        Cause = row.NameOrNull<ClockCause>(first + 13),
        Settings = row.Text(first + 14),
        HomeCertainty = row.NameOrNull<HomeCertainty>(first + 15),
    };

    private sealed record StoredMachine(long Id, string Name, string? BiosUuid, string? GuestHostName, bool IsGone)
    {
        public bool IdentityChanged(MachineState machine) => IsGone || Name != machine.Name
            || (machine.BiosUuid is not null && machine.BiosUuid != BiosUuid)
            || (machine.GuestHostName is not null && machine.GuestHostName != GuestHostName);
    }
}
