namespace TimerProbe.Fleet.Store;

/// <summary>Finds a machine by managed object id or, from another vCenter, by SMBIOS UUID if only one machine there has it.</summary>
internal sealed class StoredHomes : IHomeHistory
{
    private readonly Dictionary<(string VCenter, string Id), RememberedHome> _byId;
    private readonly ILookup<string, (string VCenter, RememberedHome Home)> _byUuid;
    private readonly ILookup<(string VCenter, string Id), HostRecord> _hosts;

    private StoredHomes(
        List<(string VCenter, string Id, string? Uuid, RememberedHome Home)> rows,
        List<(string VCenter, string Id, HostRecord Record)> hosts)
    {
        _byId = rows.DistinctBy(row => (row.VCenter, row.Id)).ToDictionary(row => (row.VCenter, row.Id), row => row.Home);
        _byUuid = rows.Where(row => row.Uuid is not null)
            .ToLookup(row => row.Uuid!, row => (row.VCenter, row.Home));
        _hosts = hosts.ToLookup(row => (row.VCenter, row.Id), row => row.Record);
    }

    public static async Task<IHomeHistory> ReadAsync(StoreSession session, DateTimeOffset now) => new StoredHomes(
        await session.QueryAsync(
            "homes",
            row => (row.Text(0), row.Text(1), row.TextOrNull(2), Home(row.Json(3, StoreJson.Default.MachineState), row)),
            ("oldest", (now - HomeMemory.MaxGap).ToUnixTimeMilliseconds())),
        [
            .. (await session.QueryAsync("host-records", row => (row.Text(0), State: row.Json(1, StoreJson.Default.HostState), Seen: row.Time(2))))
                .Where(row => row.State is { Hz: not null, BootTime: not null })
                .Select(row => (row.Item1, row.State.Id, new HostRecord(
                    row.State.Hz!.Value, row.State.CpuModel, row.State.BootTime!.Value, row.Seen))),
        ]);

    private static RememberedHome Home(MachineState state, Row row) => new(
        state.HomeHost, state.HomeHz ?? throw new FormatException("a home without a frequency"), state.HomeSince, state.BootTime,
        row.Time(4), row.TimeOrNull(5))
    {
        Source = state.HomeSource,
        Certainty = state.HomeCertainty,
        Says = state.HomeSays,
        KnownAt = state.HomeKnownAt,
        SavedAt = row.Time(6),
    };

    public RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine)
    {
        var here = VCenterMemory.GetIdentity(vcenter);
        if (_byId.TryGetValue((here, machine.Id), out var home))
        {
            return home;
        }

        var elsewhere = GuestIdentity.Canonical(machine.Uuid) is { } uuid
            ? _byUuid[uuid].Where(item => item.VCenter != here).Take(2).ToList()
            : [];
        return elsewhere is [var one] ? one.Home : null;
    }

    public IReadOnlyList<HostRecord> FindHost(VCenterFacts vcenter, string host) => [.. _hosts[(VCenterMemory.GetIdentity(vcenter), host)]];
}
