namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Several processes on one store, and processes that die.</summary>
public sealed class SharedUseTests
{
    private const int Machines = 100;

    /// <summary>In each two processes are killed.</summary>
    private const int Rounds = 12;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Two_processes_write_while_another_reads(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        using var one = Start(place, "vc1");
        using var two = Start(place, "vc2");
        var said = new List<string>();
        for (var i = 0; i < 8; i++)
        {
            said.Add((await one.ReadLineAsync())!);
            said.Add((await two.ReadLineAsync())!);
            await using var store = await place.OpenAsync(new StoreOptions { Access = StoreAccess.Read });
            foreach (var run in await store.Runs.ListAsync(new RunQuery { MaxRuns = 2 }, Cancel))
            {
                await AssertWholeAsync(store, run);
            }
        }

        await using var after = await place.OpenAsync();
        var kept = (await after.Runs.ListAsync(new RunQuery { MaxRuns = 100_000 }, Cancel)).Select(run => run.DocumentId.ToString())
            .ToHashSet();
        Assert.All(said, id => Assert.Contains(id, kept));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Processes_that_are_killed_while_they_save_lose_nothing_that_was_saved(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        var random = new Random(20261121);
        var saved = new Dictionary<string, int> { ["vc1"] = 0, ["vc2"] = 0 };
        for (var round = 0; round < Rounds; round++)
        {
            using var one = Start(place, "vc1");
            using var two = Start(place, "vc2");
            await Task.WhenAll(one.ReadLineAsync(), two.ReadLineAsync());

            // Anywhere in one of the next saves: what matters is that it is not always at the same place.
            await Task.Delay(random.Next(120), Cancel);
            saved["vc1"] += 1 + (await one.KillAsync()).Count;
            saved["vc2"] += 1 + (await two.KillAsync()).Count;

            await using var store = await place.OpenAsync();
            foreach (var (server, lines) in saved)
            {
                var runs = await store.Runs.ListAsync(new RunQuery { Subject = server, MaxRuns = 100_000 }, Cancel);
                Assert.True(runs.Count >= lines, $"{server} said it saved {lines} and {runs.Count} are there");
                await AssertWholeAsync(store, runs[0]);
                saved[server] = runs.Count;
            }
        }

        if (engine == Engine.Sqlite)
        {
            Assert.Equal("ok", await SqliteFile.AskAsync(place.Text, "PRAGMA integrity_check"));
        }
    }

    private static StoreWriter Start(TestStore place, string server) =>
        StoreWriter.Start("save", place.Text, server, Machines.ToString());

    /// <summary>The document can be read, and if it is the newest of its vCenter, each machine's state is as the document says.</summary>
    private static async Task AssertWholeAsync(FleetStore store, StoredRun run)
    {
        var document = DocumentJson.Read<ScanDocument>(await store.Runs.ReadDocumentAsync(run.DocumentId, Cancel));
        var vcenter = Assert.Single(document.VCenters);
        foreach (var machine in vcenter.VirtualMachines.Where((_, index) => index % 33 == 0))
        {
            var known = Assert.Single(
                await store.History.FindMachinesAsync(machine.Name, Cancel), known => known.Subject.Server == vcenter.Server);
            var history = await store.History.ReadAsync(known, new TimeWindow(run.StartedAt, run.StartedAt.AddMilliseconds(1)), Cancel);
            Assert.Equal(machine.Host, Assert.Single(history.MachineStates).Host);
            Assert.Equal(run.DocumentId, Assert.Single(history.Scans).DocumentId);
        }
    }
}
