using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Data.Sqlite;
using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.EndToEnd.Store;

/// <summary>A store that is away costs no reading: what was found waits on this machine's disk for the next run.</summary>
public sealed class SpoolTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Scans_without_their_store_are_saved_once_by_the_next_run()
    {
        await using var server = await OwnPostgres.StartAsync();
        using var folder = new TemporaryFolder();
        using var vcenter = await SimulatedVCenter.StartAsync();
        var scan = With(vcenter.Scan("--save", "--store", server.Text, "--fail-on", "never"), folder);
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);

        await server.StopAsync();
        var scanned = await scan.RunAsync();
        Assert.Equal(5, scanned.ExitCode);
        Assert.StartsWith("AWAY: ", scanned.Out, StringComparison.Ordinal);
        Assert.Contains("cannot be reached", scanned.Error, StringComparison.Ordinal);
        Assert.Contains("the run waits in " + folder["state"], scanned.Error, StringComparison.Ordinal);
        Assert.Contains("homes known from earlier scans are not used", scanned.Error, StringComparison.Ordinal);
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);

        // A reading is a document like any other.
        var waiting = Directory.GetFiles(folder["state"], "*.json", SearchOption.AllDirectories).Order(StringComparer.Ordinal).ToList();
        Assert.Equal(2, waiting.Count);
        Assert.Equal(0, (await TimerProbeProgram.Fastest.With("report", "--from", waiting[0]).RunAsync()).ExitCode);

        await server.GoOnAsync();
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);
        Assert.Empty(Directory.GetFiles(folder["state"], "*.json", SearchOption.AllDirectories));
        Assert.Equal(4, (await RunsAsync(server)).Count);
    }

    [Fact]
    public async Task A_scan_whose_store_goes_while_it_reads_is_saved_once_by_the_next()
    {
        await using var server = await OwnPostgres.StartAsync();
        using var folder = new TemporaryFolder();
        using var vcenter = await SimulatedVCenter.StartAsync();
        var scan = With(vcenter.Scan("--save", "--store", server.Text, "--fail-on", "never", "--out", folder["scan.json"]), folder);
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);
        var lost = await scan.RunAsync(async _ =>
        {
            for (var i = 0; i < 1_000 && await server.AskAsync("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'") == "0"; i++)
            {
                await Task.Delay(20, Cancel);
            }

            await server.StopAsync();
        });
        await server.GoOnAsync();
        Assert.Equal(5, lost.ExitCode);
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);
        Assert.Equal(3, (await RunsAsync(server)).Count);
        Assert.Empty(Directory.GetFiles(folder["state"], "*.json", SearchOption.AllDirectories));
    }

    [Fact]
    public async Task That_nothing_could_be_read_waits_for_the_store_too_and_counts_once()
    {
        await using var server = await OwnPostgres.StartAsync();
        using var folder = new TemporaryFolder();
        using var vcenter = await SimulatedVCenter.StartAsync();
        var other = With(vcenter.Scan("--save", "--store", server.Text, "--fail-on", "never"), folder);
        Assert.Equal(5, (await other.RunAsync()).ExitCode);

        await server.StopAsync();
        var scan = With(TimerProbeProgram.Fastest.With("scan", "127.0.0.1:1", "--user", "scan", "--save", "--store", server.Text), folder).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "secret");
        var failed = await scan.RunAsync();
        Assert.Equal(4, failed.ExitCode);
        Assert.Contains("the run waits in " + folder["state"], failed.Error, StringComparison.Ordinal);
        var waiting = Assert.Single(Directory.GetFiles(folder["state"], "*.failure.json", SearchOption.AllDirectories));
        var found = await File.ReadAllBytesAsync(waiting, Cancel);

        const string failures = "SELECT failures FROM timerprobe.target_health WHERE server = '127.0.0.1:1'";
        await server.GoOnAsync();
        Assert.Equal(5, (await other.RunAsync()).ExitCode);
        Assert.False(File.Exists(waiting));
        Assert.Equal("1", await server.AskAsync(failures));

        // As if the run before had been killed when it had saved it.
        await File.WriteAllBytesAsync(waiting, found, Cancel);
        Assert.Equal(5, (await other.RunAsync()).ExitCode);
        Assert.Equal("1", await server.AskAsync(failures));
    }

    [Fact]
    public async Task A_watch_without_its_store_goes_on_and_what_it_found_is_saved_by_the_next_run()
    {
        using var folder = new TemporaryFolder();
        var store = folder["fleet.db"];
        var check = With(TimerProbeProgram.Fastest.With("check", "--save", "--store", store, "--fail-on", "never"), folder);
        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        await using var other = new SqliteConnection($"Data Source={store};Pooling=False");
        await other.OpenAsync(Cancel);
        await RunAsync(other, "BEGIN IMMEDIATE");
        var watch = await With(TimerProbeProgram.Fastest.With("watch", "--every", "1s", "--for", "6s", "--save", "--store", store), folder).RunAsync();
        await RunAsync(other, "ROLLBACK");
        Assert.Equal(5, watch.ExitCode);
        Assert.Contains("the run waits in " + folder["state"], watch.Error, StringComparison.Ordinal);
        Assert.Single(Directory.GetFiles(folder["state"], "*.watch.json", SearchOption.AllDirectories));

        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        Assert.Equal(1L, await RunAsync(other, "SELECT COUNT(*) FROM guest_measurement WHERE source = 'watch'"));
        Assert.Empty(Directory.GetFiles(folder["state"], "*.json", SearchOption.AllDirectories));
    }

    [Fact]
    public async Task A_report_that_cannot_be_written_costs_the_report_and_not_the_run()
    {
        Needs.Linux();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync();
        var check = await TimerProbeProgram.Fastest.With("check", "--save", "--store", place.Text, "--fail-on", "never", "--out", "/dev/full").RunAsync();
        Assert.Equal(3, check.ExitCode);
        Assert.Contains("cannot write /dev/full", check.Error, StringComparison.Ordinal);
        Assert.Equal(3, (await vcenter.Scan("--save", "--store", place.Text, "--output", "openmetrics", "--out", "/dev/full").RunAsync()).ExitCode);
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.Equal(["scan", "check"], (await store.Runs.ListAsync(new RunQuery(), Cancel)).Select(run => run.Kind));
    }

    [Fact]
    public async Task A_full_store_is_not_green_and_loses_nothing()
    {
        Needs.Root("mounting a small disk");
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["small"]);
        var check = With(TimerProbeProgram.Fastest.With("check", "--save", "--store", folder["small/fleet.db"], "--fail-on", "never", "--output", "openmetrics"), folder);
        Assert.Equal(0, (await new ProgramRun("mount", ["-t", "tmpfs", "-o", "size=2m", "none", folder["small"]]).RunAsync()).ExitCode);
        try
        {
            var saved = await check.RunAsync();
            Assert.Equal((0, 1, true), (saved.ExitCode, Samples(saved, "timerprobe_last_saved_timestamp_seconds"), saved.Out.Contains("timerprobe_spooled_runs{command=\"check\"} 0", StringComparison.Ordinal)));
            var filler = folder["small/filler"];
            Assert.NotEqual(0, (await new ProgramRun("dd", ["if=/dev/zero", $"of={filler}", "bs=1k"]).RunAsync()).ExitCode);
            var full = await check.RunAsync();
            Assert.Equal((5, 0, true), (full.ExitCode, Samples(full, "timerprobe_last_saved_timestamp_seconds"), full.Out.Contains("timerprobe_spooled_runs{command=\"check\"} 1", StringComparison.Ordinal)));
            Assert.Contains("is full", full.Error, StringComparison.Ordinal);
            File.Delete(filler);
            var list = await With(TimerProbeProgram.Fastest.With("history", "list", "--store", folder["small/fleet.db"]), folder).RunAsync();
            Assert.Contains("1 run waits on this machine for the store", list.Error, StringComparison.Ordinal);
            Assert.Equal(0, (await check.RunAsync()).ExitCode);
            await using var store = await FleetStore.OpenAsync(StoreTarget.Parse(folder["small/fleet.db"]), new StoreOptions { Access = StoreAccess.Read }, Cancel);
            Assert.Equal(3, (await store.Runs.ListAsync(new RunQuery(), Cancel)).Count);
        }
        finally
        {
            await new ProgramRun("umount", ["-l", folder["small"]]).RunAsync();
        }
    }

    /// <summary>200 at 32 at once with TIMERPROBE_MANY_SAVES=200, fewer otherwise: some are stopped, some killed, at any point.</summary>
    [Fact]
    public async Task Many_that_save_at_once_lose_nothing_and_wait_for_nobody_who_stands_still()
    {
        var total = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MANY_SAVES") ?? "40", CultureInfo.InvariantCulture);
        using var folder = new TemporaryFolder();
        var check = With(TimerProbeProgram.Fastest.With("check", "--save", "--store", folder["fleet.db"], "--fail-on", "never", "--output", "json"), folder);
        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        var random = new Random(20261122);
        var fates = Enumerable.Range(0, total).Select(each => (each % 10) switch { 3 => "STOP", 7 => "KILL", _ => "" }).ToArray();
        var delays = fates.Select(_ => random.Next(200, 2_500)).ToArray();
        var promised = new ConcurrentBag<string>();
        Directory.CreateDirectory(folder["state"]);
        await Parallel.ForEachAsync(Enumerable.Range(0, total), new ParallelOptions { MaxDegreeOfParallelism = total >= 200 ? 32 : 8, CancellationToken = Cancel }, async (i, _) =>
        {
            var result = await check.RunAsync(process => fates[i].Length == 0 ? Task.CompletedTask : SignalAsync(process, fates[i], delays[i]));
            if (result.ExitCode is 0 or 5)
            {
                promised.Add(System.Text.Json.JsonElement.Parse(result.Out).GetProperty("id").GetString()!);
            }
            else
            {
                Assert.True(fates[i] == "KILL", $"{result.ExitCode}: {result.Error}");
            }
        });

        Assert.Equal(0, (await check.RunAsync()).ExitCode);
        Assert.Empty(Directory.GetFiles(folder["state"], "*.json*", SearchOption.AllDirectories));
        var saved = (await RunsAsync(folder["fleet.db"])).Select(run => run.DocumentId.ToString()).ToList();
        Assert.Equal(saved.Count, saved.Distinct().Count());
        Assert.All(promised, id => Assert.Contains(id, saved));
        Assert.True(promised.Count >= total * 0.85, $"only {promised.Count} of {total} said that they were saved");
    }

    private static int Samples(ProgramResult result, string name) => result.Out.Split('\n').Count(line => line.StartsWith(name + "{", StringComparison.Ordinal));

    private static async Task SignalAsync(Process process, string signal, int afterMs)
    {
        await Task.Delay(afterMs, Cancel);
        await KillAsync(process, signal);
        if (signal == "STOP")
        {
            await Task.Delay(4_000, Cancel);
            await KillAsync(process, "CONT");
        }
    }

    private static async Task KillAsync(Process process, string signal)
    {
        using var kill = Process.Start("kill", ["-s", signal, process.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(Cancel);
    }

    private static async Task<object?> RunAsync(SqliteConnection connection, string sql)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        return await command.ExecuteScalarAsync(Cancel);
    }

    private static Task<IReadOnlyList<StoredRun>> RunsAsync(OwnPostgres server) => RunsAsync(server.Text);

    private static async Task<IReadOnlyList<StoredRun>> RunsAsync(string target)
    {
        await using var store = await FleetStore.OpenAsync(StoreTarget.Parse(target), new StoreOptions { Access = StoreAccess.Read }, Cancel);
        return await store.Runs.ListAsync(new RunQuery { Most = 10_000 }, Cancel);
    }

    private static ProgramRun With(ProgramRun program, TemporaryFolder folder) => program.WithEnvironment("XDG_STATE_HOME", folder["state"]);
}
