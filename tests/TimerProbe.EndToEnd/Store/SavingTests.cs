namespace TimerProbe.EndToEnd.Store;

/// <summary>Runs that are kept, by the real executable, in a store that the test then opens itself.</summary>
public sealed class SavingTests
{
    [Fact]
    public async Task A_server_is_held_against_its_own_faster_run()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var server = new ModelServer();
        var run = server.Sql("--argument", "100000007", "--workload", "primality", "setControl");
        Assert.Equal(0, (await run.With("--save", "--store", place.Text).RunAsync()).ExitCode);
        server.StatementNs *= 4;
        var (_, document) = await run.With("--store", place.Text).ToSqlDocumentAsync();
        Assert.Equal((SqlState.Slow, SqlCause.Clock), (document.Verdict.State, document.Verdict.Cause));
        await using var store = await place.OpenAsync(StoreAccess.Read);
        Assert.Single(await store.Runs.ListAsync(new RunQuery { Kind = RunKinds.Sql }, Cancel));
    }
}
