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
    [InlineData("scanner", "SELECT hash FROM server_token")]
    [InlineData("server", "INSERT INTO schema_script (number, name, program) VALUES (9, 'x', 'x')")]
    [InlineData("reader", "SELECT hash FROM server_token")]
    [InlineData("reader", "SELECT content FROM server_key")]
    [InlineData("reader", "SELECT actor FROM server_audit")]
    [InlineData("reader", "DELETE FROM run")]
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
