namespace TimerProbe.Fleet.Store;

internal static class GuestRows
{
    private static readonly string[] GuestNames = ["id", "identity", "name", "smbios_uuid"];
    private static readonly string[] Names =
        ["guest_id", "at", "source", "run_id", "state", "cause", "median_ns", "low_ns", "high_ns", "host_hz", "virtual_tsc_hz"];

    /// <summary>What a check leaves besides its document.</summary>
    public static async Task<SavedRun> SaveAsync(StoreSession session, CheckDocument document, SavedRun run, RunTime time)
    {
        var measured = GuestChanges.Measured(document) with { At = time.Of(document.StartedAt) };
        var machine = document.Machine;
        var (guest, before) = await FindOrInsertAsync(session, machine.Name, machine.SmbiosUuid, time.Clock);
        Insert(session, machine.Name, machine.SmbiosUuid, guest, run.RunId, [measured]);
        if (before?.At >= measured.At)
        {
            return run with { Late = [machine.Name] };
        }

        IReadOnlyList<FleetChange> changes = [.. GuestChanges.Between(machine.Name, before, [measured])];
        await ChangeRows.InsertAsync(session, run.RunId, guest, changes);
        return run with { Changes = [.. run.Changes, .. changes] };
    }

    public static async Task<(long Guest, HistoryMeasurement? Last)> FindOrInsertAsync(
        StoreSession session, string name, string? uuid, StoreClock clock)
    {
        var identity = GetIdentity(name, uuid);
        var (guest, last) = session.Memory is { } memory ? memory.GetGuest(identity) : await FindAsync(session, identity, clock);
        if (guest == 0)
        {
            guest = await session.NextNumberAsync("guest-last");
            session.Defer(
                "guest-insert", ("id", guest), ("identity", identity), ("name", name), ("smbios_uuid", GuestIdentity.Canonical(uuid)));
            session.Memory?.Add(identity, guest, []);
        }

        return (guest, last);
    }

    public static void Insert(
        StoreSession session, string name, string? uuid, long guest, long? runId, IReadOnlyList<HistoryMeasurement> measurements)
    {
        session.Memory?.Add(GetIdentity(name, uuid), guest, measurements);
        session.Defer("guest-measurement-insert", Names, measurements.Select(measurement => Values(guest, runId, measurement)));
    }

    public static async Task InsertJoinedAsync(StoreSession session, IReadOnlyList<VirtualMachineFacts> machines)
    {
        var joined = machines.Where(machine => machine.Guest?.MeasuredAt is not null).ToList();
        if (joined.Count == 0)
        {
            return;
        }

        var identities = await session.QueryAsync("guest-identities", row => (Identity: row.Text(0), Id: row.Long(1)));
        var known = identities.ToDictionary();
        var next = await session.FirstAsync("guest-last", row => row.Long(0));
        var fresh = new List<object?[]>();
        var measurements = new List<object?[]>();
        foreach (var machine in joined)
        {
            var name = machine.GuestHostName ?? machine.Name;
            var identity = GetIdentity(name, machine.Uuid);
            if (known.TryAdd(identity, next + 1))
            {
                fresh.Add([++next, identity, name, GuestIdentity.Canonical(machine.Uuid)]);
            }

            measurements.Add(Values(known[identity], runId: null, GuestChanges.Measured(machine.Guest!)!));
        }

        await session.ExecuteManyAsync("guest-insert", GuestNames, fresh);
        await session.ExecuteManyAsync("guest-measurement-insert", Names, measurements);
    }

    public static async Task<IReadOnlyList<FleetChange>> WithoutKnownAsync(
        StoreSession session, IReadOnlyList<FleetChange> changes, IReadOnlyDictionary<string, SeenMachine> machines, StoreClock clock)
    {
        var verdicts = changes.Where(change => change.Kind == ChangeKind.VerdictChanged).ToList();
        if (verdicts.Count == 0)
        {
            return changes;
        }

        var known = new HashSet<FleetChange>(ReferenceEqualityComparer.Instance);
        foreach (var verdict in verdicts)
        {
            var machine = machines[verdict.Id!];
            var parameters = ParametersOf(machine.BiosUuid, verdict.Name, machine.GuestHostName);
            foreach (var guest in await session.QueryAsync("guest-of-machine", row => row.Long(0), parameters))
            {
                var last = await LastAsync(session, guest, clock);
                if (last is { Source: not RunKinds.Scan } && last.State.ToDocumentName() == verdict.Later)
                {
                    known.Add(verdict);
                }
            }
        }

        return [.. changes.Where(change => !known.Contains(change))];
    }

    public static (string, object?)[] ParametersOf(string? uuid, string name, string? guestHostName) =>
    [
        ("uuid", uuid),
        ("by_name", GuestIdentity.Of(uuid: null, name)),
        ("by_host_name", GuestIdentity.Of(uuid: null, (guestHostName ?? name).Split('.')[0]))
    ];

    public static string GetIdentity(string name, string? uuid) => StoreSession.Storable(GuestIdentity.Of(uuid, name));

    private static Task<HistoryMeasurement?> LastAsync(StoreSession session, long guest, StoreClock clock) => session.FirstAsync(
        "guest-measurement-last",
        row => HistoryRows.Measurement(row),
        ("guest_id", guest),
        ("latest", clock.Latest.ToUnixTimeMilliseconds()));

    private static async Task<(long Guest, HistoryMeasurement? Last)> FindAsync(StoreSession session, string identity, StoreClock clock)
    {
        var guest = await session.FirstAsync("guest-by-identity", row => row.Long(0), ("identity", identity));
        return (guest, guest == 0 ? null : await LastAsync(session, guest, clock));
    }

    private static object?[] Values(long guest, long? runId, HistoryMeasurement measured) =>
    [
        guest, measured.At.ToUnixTimeMilliseconds(), measured.Source, runId,
        measured.State.ToDocumentName(), measured.Cause.ToDocumentName(),
        measured.MedianNs?.Nanoseconds, measured.LowNs?.Nanoseconds, measured.HighNs?.Nanoseconds,
        measured.HostHz?.Hertz, measured.VirtualTscHz?.Hertz,
    ];
}
