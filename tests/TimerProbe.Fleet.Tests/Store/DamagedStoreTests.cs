namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Stores whose pages, tables or values are none that this program wrote: that is told, and nothing of it is handed out.</summary>
public sealed class DamagedStoreTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Fact]
    public async Task A_page_that_was_overwritten_is_noticed_by_whoever_reads_it()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var document = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 2000));
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(document, cancellationToken: Cancel);
        }

        var some = Convert.FromHexString(await SqliteFile.AskAsync(place.Text, "SELECT hex(substr(document, 6000, 40)) FROM run"));
        var bytes = await File.ReadAllBytesAsync(place.Text, Cancel);
        bytes.AsSpan(bytes.AsSpan().IndexOf(some) / 4096 * 4096, 4096).Clear();
        await File.WriteAllBytesAsync(place.Text, bytes, Cancel);

        await using var damaged = await place.OpenAsync();
        await RefusedAsync(() => damaged.Runs.ReadDocumentAsync(document.Id, Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_table_that_is_missing_is_named(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await place.RunTextAsync("ALTER TABLE machine_state RENAME TO kept");

        var refused = await Assert.ThrowsAsync<StoreException>(
            () => store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 3)), cancellationToken: Cancel));

        Assert.Contains("machine_state", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_store_of_which_nothing_says_the_form_is_not_used_and_it_is_said_what_to_do(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await (await place.OpenAsync()).DisposeAsync();
        await place.RunTextAsync("DELETE FROM schema_script");

        foreach (var access in Enum.GetValues<StoreAccess>())
        {
            var refused = await RefusedAsync(() => place.OpenAsync(access));
            Assert.EndsWith(", schema_script, is empty, so its tables are of an unknown version. Restore a copy of the store, or name another with --store.", refused.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("UPDATE run SET document_id = 'no id' WHERE id = 1")]
    [InlineData("UPDATE vcenter_scan SET home = 9223372036854775807")]
    [InlineData("UPDATE machine SET first_seen_at = -9223372036854775807")]
    [InlineData("""UPDATE machine_state SET state = replace(state, '"placement":"', '"placement":"no')""")]
    [InlineData("""UPDATE machine_state SET state = replace(state, '"placement":', '"place":')""")]
    [InlineData("""UPDATE host_state SET state = replace(state, '"bootTime":"', '"bootTime":"9')""")]
    [InlineData("""UPDATE machine_state SET state = replace(state, '"homeHz":', '"home":')""")]
    [InlineData("UPDATE machine_state SET state = 'null'")]
    [InlineData("""UPDATE host_state SET state = replace(state, '"hz":', '"hz":100000000')""")]
    [InlineData("UPDATE change SET kind = 'nothing'")]
    [InlineData("UPDATE run SET document = 'text'")]
    public async Task A_damaged_value_is_refused_in_a_sentence_that_says_how_to_go_on(string damage)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var fleet = SampleFleet.VCenter(machines: 3);
        var document = SampleFleet.Scan(At, fleet);
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(document, cancellationToken: Cancel);
            await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), fleet.Moved((0, 1))), cancellationToken: Cancel);
        }

        await SqliteFile.AskAsync(place.Text, $"PRAGMA foreign_keys = OFF; {damage}; SELECT 1;");
        await using var damaged = await place.OpenAsync();
        var told = 0;
        foreach (var read in Readers(damaged, document.Id))
        {
            try
            {
                await read();
            }
            catch (StoreException ex)
            {
                Assert.Equal(StoreErrorKind.Corrupt, ex.Kind);
                Assert.Matches("[Rr]estore a copy of the store|restore a copy, or name another file", ex.Message);
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
        async () => await store.History.ReadAsync(
            (await store.History.FindMachinesAsync(SampleFleet.VCenter(1).VirtualMachines[0].Name, Cancel))[0], TimeWindow.Everything,
                Cancel),
        async () => await store.History.ReadAsync(
            (await store.History.FindHostsAsync(SampleFleet.VCenter(1).Hosts[0].Name, Cancel))[0], TimeWindow.Everything, Cancel),
        () => store.History.ReadHomesAsync(At.AddHours(2), Cancel),
        () => store.SaveAsync(SampleFleet.Scan(At.AddHours(3), SampleFleet.VCenter(machines: 3)), cancellationToken: Cancel),
    ];

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_document_that_is_not_what_was_saved_is_never_handed_out(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var (document, other) = (
            SampleFleet.Scan(At, SampleFleet.VCenter(machines: 50)), SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 50)));
        await store.SaveAsync(document, cancellationToken: Cancel);
        await store.SaveAsync(other, cancellationToken: Cancel);
        await place.RunTextAsync("UPDATE run SET document = (SELECT document FROM run WHERE id = 2) WHERE id = 1");

        await RefusedAsync(() => store.Runs.ReadDocumentAsync(document.Id, Cancel));
        Assert.NotNull(await store.Runs.ReadDocumentAsync(other.Id, Cancel));
    }

    [Fact]
    public async Task A_value_that_is_longer_than_any_is_not_read()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 3)), cancellationToken: Cancel);
        await SqliteFile.AskAsync(place.Text, "PRAGMA foreign_keys = OFF; UPDATE machine SET name = zeroblob(50000000); SELECT 1;");
        var before = GC.GetAllocatedBytesForCurrentThread();
        await RefusedAsync(() => store.History.NamesAsync(kind: null, server: null, Cancel));
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 40 << 20);
    }

    [Fact]
    public async Task A_document_that_unpacks_to_more_than_any_has_is_not_read_to_its_end()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        var document = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 3));
        await store.SaveAsync(document, cancellationToken: Cancel);
        var bomb = PackedDocument.Pack(stream =>
        {
            var zeros = new byte[1 << 20];
            for (var i = 0; i < 200; i++)
            {
                stream.Write(zeros);
            }
        });
        await SqliteFile.AskAsync(place.Text, $"UPDATE run SET document = X'{Convert.ToHexString(bomb.Bytes)}', sha256 = X'{Convert.ToHexString(bomb.Sha256)}'; SELECT 1;");

        await RefusedAsync(() => store.Runs.ReadDocumentAsync(document.Id, Cancel));
    }

    private static Task<StoreException> RefusedAsync(Func<Task> use) => BrokenStoreTests.RefusedAsync(StoreErrorKind.Corrupt, use);
}
