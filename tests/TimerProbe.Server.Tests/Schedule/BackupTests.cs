namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A copy of the store that was made while a node scanned, and a node that goes on with it.</summary>
public sealed class BackupTests
{
    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_node_goes_on_with_a_copy(Engine engine)
    {
        await using var fleet = await ScheduledFleet.StartAsync(engine, vcenters: 1);
        var node = await fleet.StartNodeAsync("one");
        string copy;
        IReadOnlyList<StoredRun> kept;
        await using (var store = await fleet.Place.OpenAsync(StoreAccess.Read))
        {
            await fleet.UntilScannedAsync(store, 1);
            copy = engine == Engine.Sqlite ? await CopyFileAsync(fleet.Place) : await CopyDatabaseAsync(fleet.Place);
            kept = await store.Runs.ListAsync(new RunQuery(), Cancel);
        }

        await node.StopAsync();
        var again = await fleet.StartNodeAsync("two", copy);
        Assert.Null(again.Token);
        await using var restored = await TestStore.OpenAsync(copy, new StoreOptions { Access = StoreAccess.Read });
        Assert.Contains(await restored.Runs.ListAsync(new RunQuery(), Cancel), run => kept.Any(old => old.DocumentId == run.DocumentId));
        await fleet.UntilScannedAsync(restored, 1);
    }

    private static async Task<string> CopyFileAsync(TestStore place)
    {
        await InstalledProgram.RunAsync("sqlite3", [place.Text, $"VACUUM INTO '{place["copy.db"]}'"]);
        return place["copy.db"];
    }

    /// <summary>Into another database, for the tests have one schema each in the first.</summary>
    private static async Task<string> CopyDatabaseAsync(TestStore place)
    {
        var folder = (await PostgresCluster.GetAsync()).Folder;
        string[] login = ["--host", folder, "--username", "timerprobe"];
        await InstalledProgram.RunAsync("pg_dump", [.. login, "--schema", place.Schema, "--format", "custom", "--file", place["copy.dump"], "postgres"]);
        await InstalledProgram.RunAsync("createdb", [.. login, place.Schema]);
        await InstalledProgram.RunAsync("pg_restore", [.. login, "--exit-on-error", "--dbname", place.Schema, place["copy.dump"]]);
        return place.Text.Replace("Database=postgres", $"Database={place.Schema}", StringComparison.Ordinal);
    }
}
