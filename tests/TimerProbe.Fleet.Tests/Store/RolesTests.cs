using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>The accounts of a shared store, made by the scripts that are handed out: each may do its own work and no more.</summary>
public sealed class RolesTests(RolesTests.RefusingStore refusing) : IClassFixture<RolesTests.RefusingStore>
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_scanner_scans_saves_reads_and_prunes()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        await using var store = await roles.OpenAsync("scanner");
        var claims = await store.ClaimAsync([SampleFleet.Server], LockHolder.ThisProcess("timerprobe scan", TimeProvider.System), Cancel);
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 5)), new SaveOptions { Claims = claims }, Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 5)), new SaveOptions { Claims = claims }, Cancel);
        await store.SaveAsync(Check("DB01", ClockState.Slow), cancel: Cancel);
        await claims.DisposeAsync();

        Assert.Equal(2, (await store.PruneAsync(At.AddMinutes(30), new PruneOptions(), Cancel)).Runs);
    }

    [Theory]
    [InlineData("scanner", "ALTER TABLE run ADD COLUMN other text")]
    [InlineData("scanner", "CREATE TABLE other (id bigint)")]
    [InlineData("scanner", "INSERT INTO schema_script (number, name, program) VALUES (9, 'x', 'x')")]
    [InlineData("scanner", "INSERT INTO inbox_machine (account, machine) VALUES ('x', 'x')")]
    [InlineData("scanner", "SELECT hash FROM server_token")]
    [InlineData("server", "INSERT INTO schema_script (number, name, program) VALUES (9, 'x', 'x')")]
    [InlineData("reader", "SELECT hash FROM server_token")]
    [InlineData("reader", "SELECT content FROM server_key")]
    [InlineData("reader", "SELECT actor FROM server_audit")]
    [InlineData("reader", "DELETE FROM run")]
    [InlineData("reader", "SELECT submit_document('x', 'check', '')")]
    [InlineData("reader", "SELECT document FROM inbox")]
    [InlineData("guest", "SELECT id FROM run")]
    [InlineData("guest", "SELECT id FROM inbox")]
    [InlineData("guest", "INSERT INTO inbox (document_id, kind, submitted_by, submitted_at, document) VALUES ('x', 'check', 'x', now(), '')")]
    [InlineData("guest", "CREATE TABLE other (id bigint)")]
    public async Task What_an_account_is_not_for_the_database_refuses(string role, string sql)
    {
        var refused = await Assert.ThrowsAnyAsync<Exception>(() => refusing.Roles.RunAsync(sql, role));

        Assert.Matches("permission denied|must be owner", refused.Message);
    }

    [Fact]
    public async Task A_reader_reads_and_is_told_at_once_that_it_does_not_save()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        await using (var scanner = await roles.OpenAsync("scanner"))
        {
            await scanner.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 5)), cancel: Cancel);
        }

        await using var reader = await roles.OpenAsync("reader", StoreAccess.Read);
        var run = Assert.Single(await reader.Runs.ListAsync(new RunQuery(), Cancel));
        Assert.NotNull(await reader.Runs.ReadDocumentAsync(run.DocumentId, Cancel));

        var refused = await Assert.ThrowsAsync<StoreException>(() => roles.OpenAsync("reader"));
        Assert.Equal(StoreErrorKind.NoRights, refused.Kind);
        Assert.Contains("may read the database postgres", refused.Message);
    }

    [Fact]
    public async Task What_a_guest_of_an_earlier_version_hands_in_is_taken_in_by_the_next_run_in_the_order_of_arrival_each_once()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        var (fast, slow) = (Check("DB01", ClockState.Healthy), Check("DB01", ClockState.Slow, minutes: 1));
        await HandInAsync(roles, fast);
        await HandInAsync(roles, fast);
        await HandInAsync(roles, slow);

        await using var scanner = await roles.OpenAsync("scanner");
        Assert.Empty(await scanner.Runs.ListAsync(new RunQuery(), Cancel));
        var told = new List<SavedRun>();
        var options = new SaveOptions { Alerts = run => { told.Add(run); return []; } };
        await scanner.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 2)), options, Cancel);
        await HandInAsync(roles, slow);
        await scanner.SaveAsync(SampleFleet.Scan(At.AddHours(2), SampleFleet.VCenter(machines: 2)), options, Cancel);

        Assert.Equal([fast.Id, slow.Id], told.Take(2).Select(run => run.DocumentId));
        Assert.Equal("slow", Assert.Single(told[1].Changes).Later);
        Assert.Equal(4, told.Count);
        Assert.Equal(4, (await scanner.Runs.ListAsync(new RunQuery(), Cancel)).Count);
    }

    [Fact]
    public async Task What_cannot_be_taken_in_is_set_aside_with_the_reason_and_stops_no_other()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        var id = Guid.CreateVersion7(At);
        await roles.RunAsync($$"""SELECT submit_document('{{id}}', 'check', '{"schema":"timerprobe.check/1","id":"{{id}}","machine":7}')""", "guest");
        await HandInAsync(roles, Check("DB02", ClockState.Slow));
        await using var scanner = await roles.OpenAsync("scanner");
        await scanner.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 2)), cancel: Cancel);

        Assert.Equal(2, (await scanner.Runs.ListAsync(new RunQuery(), Cancel)).Count);
        var (document, reason) = await scanner.Database.ReadAsync(
            async session => (await session.QueryTextAsync("SELECT document_id, refused FROM inbox", row => (row.Text(0), row.Text(1)))).Single(), Cancel);
        Assert.Equal(id.ToString(), document);
        Assert.NotEmpty(reason);
    }

    [Fact]
    public async Task An_account_of_one_machine_hands_in_documents_of_that_machine_only()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        await HandInAsync(roles, Check("db01", ClockState.Slow), "db01");

        var refused = await Assert.ThrowsAnyAsync<Exception>(() => HandInAsync(roles, Check("DB02", ClockState.Slow), "db01"));

        Assert.Contains("the document is of another machine than this account is for", refused.Message);
    }

    [Theory]
    [InlineData("'scan', '{}'", "only check and sql are handed in")]
    [InlineData("'check', convert_to(repeat('x', 1048577), 'UTF8')", "a document has at most 1,048,576 bytes")]
    [InlineData("'check', '{}'", "the document is another one than was said")]
    [InlineData("'check', 'x'", "invalid input syntax for type json")]
    public async Task What_is_no_document_is_refused_when_it_is_handed_in(string arguments, string sentence)
    {
        var refused = await Assert.ThrowsAnyAsync<Exception>(() => refusing.Roles.RunAsync($"SELECT submit_document('{Guid.NewGuid()}', {arguments})", "guest"));

        Assert.Contains(sentence, refused.Message);
    }

    [Fact]
    public async Task One_account_does_not_fill_the_store()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);
        const string handIn = """SELECT submit_document(id::text, 'check', convert_to(format('{"schema":"timerprobe.check/1","id":"%s"}', id), 'UTF8')) FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, {0})) AS many""";
        await roles.RunAsync(handIn.Replace("{0}", "200", StringComparison.Ordinal), "guest");

        var refused = await Assert.ThrowsAnyAsync<Exception>(() => roles.RunAsync(handIn.Replace("{0}", "1", StringComparison.Ordinal), "guest"));

        Assert.Contains("200 documents of this account wait already", refused.Message);
    }

    [Fact]
    public async Task A_guest_neither_saves_nor_reads()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var roles = await StoreRoles.NewAsync(place);

        foreach (var access in (StoreAccess[])[StoreAccess.Read, StoreAccess.Write])
        {
            var refused = await Assert.ThrowsAsync<StoreException>(() => roles.OpenAsync("guest", access));
            Assert.Equal(StoreErrorKind.NoRights, refused.Kind);
            Assert.Contains("permission denied for table schema_script", refused.Message);
        }
    }

    private static Task HandInAsync(StoreRoles roles, CheckDocument check, string role = "guest") =>
        roles.RunAsync($"SELECT submit_document('{check.Id}', 'check', convert_to($document${DocumentJson.Write(check)}$document$, 'UTF8'))", role);

    private static CheckDocument Check(string name, ClockState state, int minutes = 0) => SampleGuest.Check(name, uuid: null, At.AddMinutes(minutes), state);

    /// <summary>One for all tests in which nothing is changed.</summary>
    public sealed class RefusingStore : IAsyncLifetime
    {
        private TestStore? _place;
        private StoreRoles? _roles;

        internal StoreRoles Roles => _roles!;

        public async ValueTask InitializeAsync()
        {
            _place = await TestStore.NewAsync(Engine.Postgres);
            _roles = await StoreRoles.NewAsync(_place);
        }

        public ValueTask DisposeAsync() => _place!.DisposeAsync();
    }
}
