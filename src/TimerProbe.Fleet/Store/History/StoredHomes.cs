namespace TimerProbe.Fleet.Store;

/// <summary>
/// The homes that a store knows. A machine is found by its managed object id in its vCenter; one that came from another vCenter
/// by its SMBIOS UUID, if only one machine there has it.
/// </summary>
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
            row => (row.Text(0), row.Text(1), row.TextOrNull(2), new RememberedHome(
                row.TextOrNull(3), row.Frequency(4), row.TimeOrNull(5), row.TimeOrNull(6), row.Time(7), row.TimeOrNull(8))
            {
                Source = row.NameOrNull<HomeSource>(9),
                Certainty = row.NameOrNull<HomeCertainty>(10),
            }),
            ("oldest", (now - HomeMemory.MaxGap).ToUnixTimeMilliseconds())),
        await session.QueryAsync(
            "host-records",
            row => (row.Text(0), row.Text(1), new HostRecord(row.Frequency(2), row.TextOrNull(3), row.Time(4), row.Time(5)))));

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
