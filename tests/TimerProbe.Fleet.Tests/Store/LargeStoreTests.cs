namespace TimerProbe.Fleet.Tests.Store;

/// <summary>How a question is answered when the store is large. How long it takes is measured by tests/compare-store.</summary>
public sealed class LargeStoreTests
{
    /// <summary>With two hundred thousand states the engines choose as with a million.</summary>
    private const int StatesOfMachine = 20;

    private static readonly string[] OfOneThing =
    [
        "machine-state-list", "change-of-machine", "change-of-guest", "change-of-host", "change-of-cluster", "guest-measurement-list", "host-state-list", "scan-of-machine",
        "machine-find", "host-find", "guest-find", "guest-of-machine", "run-document", "machine-state-close",
    ];

    private static readonly string[] OfTheOldest =
        ["run-thin", "prune-oldest", "prune-change", "prune-measurement", "prune-machine-state", "prune-scan", "prune-run"];

    // The large tables and the name they go by in the queries. SQLite says "SCAN TABLE machine_state AS state" before 3.36 and "SCAN state" since.
    private const string Large = "(machine_state|machine|change|told_change|state)\\b";

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task One_machine_of_ten_thousand_is_found_without_reading_the_others(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(MillionRows.Machines)), cancellationToken: Cancel);
        await MillionRows.SeedAsync(store, StatesOfMachine, Cancel);

        var machine = Assert.Single(await store.History.FindMachinesAsync("VM00042", Cancel));
        var history = await store.History.ReadAsync(machine, TimeWindow.Everything, Cancel);

        Assert.Equal((StatesOfMachine, StatesOfMachine / 2, MillionRows.Scans),
            (history.MachineStates.Count, history.Changes.Count, history.Scans.Count));
        var readsAll = (engine == Engine.Sqlite ? "SCAN (TABLE )?" : "Seq Scan on ") + Large;
        Assert.Matches(readsAll, await PlanAsync(store, engine, "SELECT state.since FROM machine_state AS state WHERE state.home_hz > 0 AND state.reverted_at > 0"));
        foreach (var query in OfOneThing)
        {
            Assert.DoesNotMatch(readsAll, await PlanAsync(store, engine, StoreSql.Query(query)));
        }
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_every_scan_asks_of_the_runs_before_it_reads_none_but_those(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 100)), cancellationToken: Cancel);
        await YearOfScans.SeedAsync(store, 2_000, Cancel);

        var readsAll = (engine == Engine.Sqlite ? "SCAN (TABLE )?" : "Seq Scan on ") + "(run|change|machine_state|guest_measurement)\\b";
        Assert.Matches(readsAll, await PlanAsync(store, engine, "SELECT id FROM run WHERE critical > 0"));
        foreach (var query in OfTheOldest)
        {
            Assert.DoesNotMatch(readsAll, await PlanAsync(store, engine, StoreSql.Query(query)));
        }
    }

    private static async Task<string> PlanAsync(FleetStore store, Engine engine, string text)
    {
        foreach (var (parameter, value) in new[] { ("@from", "0"), ("@to", "9000000000000"), ("@at", "0"), ("@id", "42"), ("@vcenter_id", "1"), ("@cutoff", "0"), ("@first_kept", "42"), ("@before", "0") })
        {
            text = text.Replace(parameter, value, StringComparison.Ordinal);
        }

        text = System.Text.RegularExpressions.Regex.Replace(
            text, "@[a-z_]+", "'x'", System.Text.RegularExpressions.RegexOptions.None, TimeSpan.FromSeconds(1));
        var steps = await store.Database.ReadAsync(session => session.QueryTextAsync(
            (engine == Engine.Sqlite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ") + text, row => row.Text(engine == Engine.Sqlite ? 3 : 0)), Cancel);
        return string.Join('\n', steps.Prepend(text));
    }
}
