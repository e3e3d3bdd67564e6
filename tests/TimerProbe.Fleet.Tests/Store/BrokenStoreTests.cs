namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What a user is told when a store cannot be used; what was in it stays.</summary>
public sealed class BrokenStoreTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_store_of_a_newer_version_is_refused_by_both_numbers(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using (var store = await place.OpenAsync())
        {
            await store.Database.WriteAsync(session => session.ExecuteAsync("journal-insert", ("number", 700L), ("name", "700-later"), ("program", "3.2.1")), Cancel);
        }

        var refused = await RefusedAsync(StoreErrorKind.OtherSchema, () => place.OpenAsync());
        Assert.Contains("form 700, made by timerprobe 3.2.1", refused.Message);
        Assert.Contains($"knows form {StoreSql.Schema("sqlite")[^1].Number}", refused.Message);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_store_of_the_form_before_is_left_alone_and_it_is_said_how_to_keep_it(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await (await place.OpenAsync()).DisposeAsync();
        await place.RunTextAsync("UPDATE schema_script SET number = 1");

        Assert.EndsWith("has form 1, which no version reads any more: rename it to keep it, a database's by its schema, and a store of form 2 is made in its place.",
            (await RefusedAsync(StoreErrorKind.OtherSchema, () => place.OpenAsync())).Message);
    }

    [Theory]
    [ClassData(typeof(Engines))]
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
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancellationToken: Cancel);
        Array.ForEach(Directory.GetFiles(place.Folder), File.Delete);

        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(3)), cancellationToken: Cancel);
        await using (var other = await place.OpenAsync())
        {
            Assert.Equal(At.AddHours(1), Assert.Single(await other.Runs.ListAsync(new RunQuery(), Cancel)).StartedAt);
        }

        Array.ForEach(Directory.GetFiles(place.Folder), File.Delete);

        Directory.CreateDirectory(place.Text);
        await Assert.ThrowsAsync<StoreException>(
            () => store.SaveAsync(SampleFleet.Scan(At.AddHours(2), SampleFleet.VCenter(3)), cancellationToken: Cancel));
        Directory.Delete(place.Text);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), SampleFleet.VCenter(3)), cancellationToken: Cancel);
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
    }

    [Fact]
    public async Task A_file_that_is_no_database_is_called_damaged_and_left_alone()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var text = new string('x', 10_000);
        await File.WriteAllTextAsync(place.Text, text, Cancel);

        await RefusedAsync(StoreErrorKind.Corrupt, () => place.OpenAsync());
        Assert.Equal(text, await File.ReadAllTextAsync(place.Text, Cancel));
    }

    [Theory(Timeout = 60_000)]
    [InlineData("")]
    [InlineData("-wal")]
    [InlineData("-journal")]
    public async Task A_pipe_or_a_device_is_no_store_and_is_not_waited_for(string ending)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await RunAsync("mkfifo", place.Text + ending);
        foreach (var access in Enum.GetValues<StoreAccess>())
        {
            var refused = await RefusedAsync(StoreErrorKind.BadTarget, () => place.OpenAsync(access).WaitAsync(TestContext.Current.CancellationToken));
            Assert.Contains("is a pipe, not a file", refused.Message, StringComparison.Ordinal);
        }

        File.Delete(place.Text + ending);
        File.CreateSymbolicLink(place.Text + ending, "/dev/zero");
        await RefusedAsync(StoreErrorKind.BadTarget, () => place.OpenAsync());
    }

    [Theory]
    [InlineData("")]
    [InlineData("-wal")]
    [InlineData("-journal")]
    public async Task A_link_that_leads_nowhere_makes_no_file_elsewhere(string ending)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links take a right there");
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var elsewhere = place["elsewhere"];
        File.CreateSymbolicLink(place["linked.db"] + ending, elsewhere);

        var refused = await RefusedAsync(
            StoreErrorKind.BadTarget, () => FleetStore.OpenAsync(StoreTarget.Parse(place["linked.db"]), new StoreOptions(), Cancel));
        Assert.Contains("is a link that leads nowhere", refused.Message, StringComparison.Ordinal);
        File.CreateSymbolicLink(place["lock"], elsewhere);
        Assert.Throws<StoreException>(() => LockFile.TryTake(place["lock"], LockHolder.ThisProcess("test", TimeProvider.System)));
        Assert.False(File.Exists(elsewhere));
    }

    [Fact]
    public async Task A_database_of_another_program_is_not_touched()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await SqliteFile.AskAsync(place.Text, "CREATE TABLE bookmark (url TEXT); SELECT 1;");

        await RefusedAsync(StoreErrorKind.NotAStore, () => place.OpenAsync());
        Assert.Equal("1", await SqliteFile.AskAsync(place.Text, "SELECT COUNT(*) FROM sqlite_master"));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task One_who_writes_for_too_long_is_not_waited_for_without_end(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await using var impatient = await place.OpenAsync(new StoreOptions { BusyTimeout = TimeSpan.FromSeconds(1) });
        await store.Database.WriteAsync(
            _ => RefusedAsync(StoreErrorKind.Busy, () => Task.Run(
                () => impatient.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancellationToken: Cancel))),
            Cancel);
    }

    [Theory]
    [InlineData("save", "644")]
    [InlineData("read", "600")]
    public async Task Another_user_without_rights_is_told_so(string command, string fileMode)
    {
        Needs.Root("being another user");
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3)), cancellationToken: Cancel);
        }

        await RunAsync("chmod", "555", place.Folder);
        await RunAsync("chmod", fileMode, place.Text);
        using var nobody = StoreWriter.StartAsNobody(command, place.Text, "vc1", "3");
        var said = await nobody.ReadLineAsync();

        Assert.Matches("^(ReadOnly|NoRights) the store |^(ReadOnly|NoRights) ", said);
        Assert.Contains(place.Text, said);
    }

    [Fact]
    public async Task A_server_that_is_not_there_is_named_without_its_password()
    {
        var target = PostgresDatabase.Parse("Host=127.0.0.1;Port=9;Username=me;Database=fleet", "s3cret");

        var refused = await RefusedAsync(
            StoreErrorKind.CannotConnect, () => target.OpenAsync(new StoreOptions { BusyTimeout = TimeSpan.FromSeconds(2) }, Cancel));
        Assert.StartsWith("the database fleet on 127.0.0.1:9 cannot be reached", refused.Message);
        Assert.DoesNotContain("s3cret", refused.ToString());
    }

    [Fact]
    public async Task A_database_that_is_not_there_is_named()
    {
        var cluster = await PostgresCluster.GetAsync();
        var target = PostgresDatabase.Parse($"Host={cluster.Folder};Username=timerprobe;Database=nowhere");
        await RefusedAsync(StoreErrorKind.BadTarget, () => target.OpenAsync(new StoreOptions(), Cancel));
    }

    internal static async Task<StoreException> RefusedAsync(StoreErrorKind kind, Func<Task> use)
    {
        var refused = await Assert.ThrowsAsync<StoreException>(use);
        Assert.Equal(kind, refused.Kind);
        return refused;
    }

    private static async Task RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        await process.WaitForExitAsync(Cancel);
        Assert.Equal(0, process.ExitCode);
    }
}
