namespace TimerProbe.EndToEnd.Store;

/// <summary>A store that is busy or full, and many that save at once: what was found is reported, and what is said to be saved is.</summary>
public sealed class RefusingStoreTests
{
    [Fact]
    [Trait("Run", "all")]
    public async Task A_watch_whose_store_is_busy_goes_on_and_saves_what_it_found_at_its_end()
    {
        using var folder = new TemporaryFolder();
        var store = folder["fleet.db"];
        Assert.Equal(0, (await TimerProbeProgram.Fastest.With("check", "--save", "--store", store, "--fail-on", "never").RunAsync()).ExitCode);
        await using var other = new SqliteConnection($"Data Source={store};Pooling=False");
        await other.OpenAsync(Cancel);
        await RunAsync(other, "BEGIN IMMEDIATE");
        var watch = await TimerProbeProgram.Fastest.With("watch", "--every", "1s", "--for", "16s", "--save", "--store", store).RunAsync(async _ =>
        {
            await Task.Delay(TimeSpan.FromSeconds(12), Cancel);
            await RunAsync(other, "ROLLBACK");
        });
        Assert.Equal(0, watch.ExitCode);
        Assert.Contains("not saved for now: ", watch.Error, StringComparison.Ordinal);
        Assert.Equal(1L, await RunAsync(other, "SELECT COUNT(*) FROM watch WHERE state = 'stopped'"));
    }

    [Fact]
    public async Task A_full_store_is_not_green_and_what_was_found_is_reported()
    {
        Needs.Root("mounting a small disk");
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["small"]);
        var check = TimerProbeProgram.Fastest.With("check", "--save", "--store", folder["small/fleet.db"], "--fail-on", "never", "--output", "openmetrics");
        Assert.Equal(0, (await new ProgramRun("mount", ["-t", "tmpfs", "-o", "size=2m", "none", folder["small"]]).RunAsync()).ExitCode);
        try
        {
            var saved = await check.RunAsync();
            Assert.Equal((0, 1), (saved.ExitCode, Samples(saved, "timerprobe_last_saved_timestamp_seconds")));
            var filler = folder["small/filler"];
            Assert.NotEqual(0, (await new ProgramRun("dd", ["if=/dev/zero", $"of={filler}", "bs=1k"]).RunAsync()).ExitCode);
            var full = await check.RunAsync();
            Assert.Equal((3, 0), (full.ExitCode, Samples(full, "timerprobe_last_saved_timestamp_seconds")));
            Assert.Contains("timerprobe_", full.Out, StringComparison.Ordinal);
            Assert.Contains("is full", full.Error, StringComparison.Ordinal);
            File.Delete(filler);
            Assert.Equal(0, (await check.RunAsync()).ExitCode);
            Assert.Equal(2, (await RunsAsync(folder["small/fleet.db"])).Count);
        }
        finally
        {
            await new ProgramRun("umount", ["-l", folder["small"]]).RunAsync();
        }
    }

    private static int Samples(ProgramResult result, string name) =>
        result.Out.Split('\n').Count(line => line.StartsWith(name + "{", StringComparison.Ordinal));

    private static async Task<object?> RunAsync(SqliteConnection connection, string sql)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        return await command.ExecuteScalarAsync(Cancel);
    }

    private static async Task<IReadOnlyList<StoredRun>> RunsAsync(string target)
    {
        await using var store = await FleetStore.OpenAsync(StoreTarget.Parse(target), new StoreOptions { Access = StoreAccess.Read }, Cancel);
        return await store.Runs.ListAsync(new RunQuery { MaxRuns = 10_000 }, Cancel);
    }
}
