using System.Diagnostics;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What a user is told when a store cannot be used; what was in it stays.</summary>
public sealed class BrokenStoreTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_store_of_a_newer_version_is_refused_by_both_numbers(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using (var store = await place.OpenAsync())
        {
            await store.WriteAsync(session => session.ExecuteAsync("journal-insert", ("number", 7L), ("name", "007-later"), ("program", "3.2.1")), Cancel);
        }

        var refused = await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync());

        Assert.Equal(StoreErrorKind.NewerSchema, refused.Kind);
        Assert.Contains("form 7, made by timerprobe 3.2.1", refused.Message);
        Assert.Contains("knows form 1", refused.Message);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task Ten_that_start_at_once_make_one_store(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);

        var opened = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => Task.Run(() => place.OpenAsync())));

        Assert.All(opened, store => Assert.NotNull(store));
        foreach (var store in opened)
        {
            await store.DisposeAsync();
        }
    }

    [Fact]
    public async Task A_store_whose_file_was_removed_meanwhile_is_made_anew_and_one_that_cannot_be_is_complained_of()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancel: Cancel);
        foreach (var file in Directory.GetFiles(place.Folder))
        {
            File.Delete(file);
        }

        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(3)), cancel: Cancel);
        await using (var other = await place.OpenAsync())
        {
            Assert.Equal(At.AddHours(1), Assert.Single(await other.Runs.ListAsync(new RunQuery(), Cancel)).StartedAt);
        }

        foreach (var file in Directory.GetFiles(place.Folder))
        {
            File.Delete(file);
        }

        Directory.CreateDirectory(place.Text);
        await Assert.ThrowsAsync<StoreException>(() => store.SaveAsync(SampleFleet.Scan(At.AddHours(2), SampleFleet.VCenter(3)), cancel: Cancel));
        Directory.Delete(place.Text);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), SampleFleet.VCenter(3)), cancel: Cancel);
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
    }

    [Fact]
    public async Task A_file_that_is_no_database_is_called_damaged_and_left_alone()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var text = new string('x', 10_000);
        await File.WriteAllTextAsync(place.Text, text, Cancel);

        var refused = await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync());

        Assert.Equal(StoreErrorKind.Corrupt, refused.Kind);
        Assert.Equal(text, await File.ReadAllTextAsync(place.Text, Cancel));
    }

    [Fact]
    public async Task A_database_of_another_program_is_not_touched()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await SqliteFile.AskAsync(place.Text, "CREATE TABLE bookmark (url TEXT); SELECT 1;");

        var refused = await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync());

        Assert.Equal(StoreErrorKind.NotAStore, refused.Kind);
        Assert.Equal("1", await SqliteFile.AskAsync(place.Text, "SELECT COUNT(*) FROM sqlite_master"));
    }

    [Fact]
    public async Task A_page_that_was_overwritten_is_noticed_by_whoever_reads_it()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var document = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 2000));
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(document, cancel: Cancel);
        }

        var some = Convert.FromHexString(await SqliteFile.AskAsync(place.Text, "SELECT hex(substr(data, 1, 40)) FROM chunk WHERE id = 3"));
        var bytes = await File.ReadAllBytesAsync(place.Text, Cancel);
        bytes.AsSpan(bytes.AsSpan().IndexOf(some) / 4096 * 4096, 4096).Clear();
        await File.WriteAllBytesAsync(place.Text, bytes, Cancel);

        await using var damaged = await place.OpenAsync();
        var refused = await Assert.ThrowsAsync<StoreException>(() => damaged.Runs.ReadDocumentAsync(document.Id, Cancel));

        Assert.Equal(StoreErrorKind.Corrupt, refused.Kind);
    }

    [Theory(Timeout = 60_000)]
    [InlineData("DROP TABLE run; CREATE VIEW run AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS document_id FROM n")]
    [InlineData("DROP TABLE schema_script; CREATE VIEW schema_script AS WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT number, 'x' AS name, 'x' AS program FROM n")]
    [InlineData("DROP INDEX run_by_time; ALTER TABLE run ADD COLUMN more TEXT")]
    [InlineData("CREATE TRIGGER later AFTER INSERT ON run BEGIN DELETE FROM run; END")]
    [InlineData("DROP TABLE vcenter_scan")]
    [InlineData("DROP TABLE alert; CREATE TABLE alert (id INTEGER PRIMARY KEY, x AS (1))")]
    public async Task What_goes_by_the_name_of_a_table_and_is_none_is_not_asked(string change)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await (await place.OpenAsync()).DisposeAsync();
        await SqliteFile.AskAsync(place.Text, $"PRAGMA foreign_keys = OFF; {change}; SELECT 1;");

        foreach (var access in Enum.GetValues<StoreAccess>())
        {
            Assert.Equal(StoreErrorKind.Corrupt, (await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync(access))).Kind);
        }
    }

    [Fact]
    public async Task A_view_or_an_index_of_ones_own_does_no_harm()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await (await place.OpenAsync()).DisposeAsync();
        await SqliteFile.AskAsync(place.Text, "CREATE VIEW for_the_dashboard AS SELECT started_at FROM run; CREATE INDEX run_by_state ON run (state); SELECT 1;");

        await (await place.OpenAsync()).DisposeAsync();
    }

    [Fact]
    public async Task A_view_in_a_database_is_not_asked_either()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using (var store = await place.OpenAsync())
        {
            await store.WriteAsync(
                async session =>
                {
                    await session.RunTextAsync("ALTER TABLE change RENAME TO kept; CREATE VIEW change AS SELECT * FROM kept");
                    return true;
                },
                Cancel);
        }

        Assert.Equal(StoreErrorKind.Corrupt, (await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync())).Kind);
    }

    [Theory]
    [InlineData("UPDATE run SET document_id = 'no id' WHERE id = 1")]
    [InlineData("UPDATE vcenter_scan SET home = 9223372036854775807")]
    [InlineData("UPDATE machine SET first_seen_at = -9223372036854775807")]
    [InlineData("UPDATE machine_state SET placement = 'nowhere'")]
    [InlineData("UPDATE machine_state SET placement = '77'")]
    [InlineData("UPDATE machine_state SET boot_time = 9223372036854775807")]
    [InlineData("UPDATE host_state SET boot_time = 9223372036854775807")]
    [InlineData("UPDATE change SET kind = 'nothing'")]
    [InlineData("UPDATE run SET chunks = 'text'")]
    public async Task A_damaged_value_is_told_and_no_scan_is_stopped_by_it(string damage)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var fleet = SampleFleet.VCenter(machines: 3);
        var document = SampleFleet.Scan(At, fleet);
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(document, cancel: Cancel);
            await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), fleet.Moved((0, 1))), cancel: Cancel);
        }

        await SqliteFile.AskAsync(place.Text, $"PRAGMA foreign_keys = OFF; {damage}; SELECT 1;");
        await using var damaged = await place.OpenAsync();
        Assert.NotNull(await damaged.History.ReadHomesAsync(At.AddHours(2), Cancel));
        var told = 0;
        foreach (var read in Readers(damaged, document.Id))
        {
            try
            {
                await read();
            }
            catch (StoreException refused)
            {
                Assert.Equal(StoreErrorKind.Corrupt, refused.Kind);
                told++;
            }
        }

        Assert.NotEqual(0, told);
    }

    private static IEnumerable<Func<Task>> Readers(FleetStore store, Guid document) =>
    [
        () => store.Runs.ListAsync(new RunQuery(), Cancel),
        () => store.Runs.ReadDocumentAsync(document, Cancel),
        () => store.History.ChangesAsync(TimeWindow.Everything, 100, Cancel),
        async () => await store.History.ReadAsync((await store.History.FindMachinesAsync(SampleFleet.VCenter(1).VirtualMachines[0].Name, Cancel))[0], TimeWindow.Everything, Cancel),
        async () => await store.History.ReadAsync((await store.History.FindHostsAsync(SampleFleet.VCenter(1).Hosts[0].Name, Cancel))[0], TimeWindow.Everything, Cancel),
        () => store.SaveAsync(SampleFleet.Scan(At.AddHours(3), SampleFleet.VCenter(machines: 3)), cancel: Cancel),
    ];

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_chunk_that_is_not_what_was_saved_is_never_handed_out(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var document = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 50));
        await store.SaveAsync(document, cancel: Cancel);
        await store.WriteAsync(
            async session =>
            {
                await session.RunTextAsync("UPDATE chunk SET sha256 = (SELECT sha256 FROM chunk WHERE id = 1) WHERE id = -1; UPDATE chunk SET length = length + 1 WHERE id = 2");
                return true;
            },
            Cancel);

        var refused = await Assert.ThrowsAsync<StoreException>(() => store.Runs.ReadDocumentAsync(document.Id, Cancel));

        Assert.Equal(StoreErrorKind.Corrupt, refused.Kind);
    }

    [Fact]
    public async Task Reading_a_store_that_is_not_there_makes_none()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);

        var refused = await Assert.ThrowsAsync<StoreException>(() => place.OpenAsync(new StoreOptions { Access = StoreAccess.Read }));

        Assert.Equal(StoreErrorKind.NotFound, refused.Kind);
        Assert.False(File.Exists(place.Text));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task One_who_writes_for_too_long_is_not_waited_for_without_end(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await using var impatient = await place.OpenAsync(new StoreOptions { Patience = TimeSpan.FromSeconds(1) });
        var refused = await store.WriteAsync(
            _ => Assert.ThrowsAsync<StoreException>(() => Task.Run(() => impatient.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancel: Cancel))), Cancel);

        Assert.Equal(StoreErrorKind.Busy, refused.Kind);
    }

    [Fact]
    public async Task A_full_disk_loses_the_run_and_nothing_before_it()
    {
        Needs.Root("mounting a small disk");
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await RunAsync("mount", "-t", "tmpfs", "-o", "size=6m", "none", place.Folder);
        try
        {
            var first = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 500));
            await using (var store = await place.OpenAsync())
            {
                await store.SaveAsync(first, cancel: Cancel);
                var refused = await Assert.ThrowsAsync<StoreException>(() => store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 10_000)), cancel: Cancel));
                Assert.True(refused.Kind == StoreErrorKind.DiskFull, refused.ToString());
            }

            await using var after = await place.OpenAsync();
            Assert.Equal([first.Id], (await after.Runs.ListAsync(new RunQuery(), Cancel)).Select(run => run.DocumentId));
            Assert.NotNull(await after.Runs.ReadDocumentAsync(first.Id, Cancel));
            Assert.Equal("ok", await SqliteFile.CheckAsync(place.Text));
        }
        finally
        {
            await RunAsync("umount", "-l", place.Folder);
        }
    }

    [Theory]
    [InlineData("save", "r-xr-xr-x", "rw-r--r--")]
    [InlineData("read", "r-xr-xr-x", "rw-------")]
    public async Task Another_user_without_rights_is_told_so(string command, string folderMode, string fileMode)
    {
        Needs.Root("being another user");
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancel: Cancel);
        }

        await RunAsync("chmod", Mode(folderMode), place.Folder);
        await RunAsync("chmod", Mode(fileMode), place.Text);
        using var nobody = StoreWriter.StartAsNobody(command, place.Text, "vc1", "3");
        var said = await nobody.ReadLineAsync();

        Assert.Matches("^(ReadOnly|NoRights) the store |^(ReadOnly|NoRights) ", said);
        Assert.Contains(place.Text, said);
    }

    [Fact]
    public async Task A_server_that_is_not_there_is_named_without_its_password()
    {
        var target = StoreTarget.Parse("postgres:Host=127.0.0.1;Port=9;Username=me;Database=fleet");

        var refused = await Assert.ThrowsAsync<StoreException>(() => FleetStore.OpenAsync(target, new StoreOptions { Password = "s3cret", Patience = TimeSpan.FromSeconds(2) }, Cancel));

        Assert.Equal(StoreErrorKind.CannotConnect, refused.Kind);
        Assert.StartsWith("the database fleet on 127.0.0.1:9 cannot be reached", refused.Message);
        Assert.DoesNotContain("s3cret", refused.ToString());
    }

    [Fact]
    public async Task A_database_that_is_not_there_is_named()
    {
        var cluster = await PostgresCluster.GetAsync();
        var target = StoreTarget.Parse($"postgres:Host={cluster.Folder};Username=timerprobe;Database=nowhere");

        var refused = await Assert.ThrowsAsync<StoreException>(() => FleetStore.OpenAsync(target, new StoreOptions(), Cancel));

        Assert.Equal(StoreErrorKind.BadTarget, refused.Kind);
    }

    private static string Mode(string letters) =>
        Convert.ToString(letters.Aggregate(0, (mode, letter) => (mode << 1) | (letter == '-' ? 0 : 1)), 8);

    private static async Task RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        await process.WaitForExitAsync(Cancel);
        Assert.Equal(0, process.ExitCode);
    }
}
