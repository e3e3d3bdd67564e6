using System.Data.Common;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A line to the database server that breaks, or goes dead, anywhere within a save.</summary>
public sealed class CutConnectionTests
{
    private const int Cuts = 16;

    /// <summary>A line that goes dead is waited for until its time is over.</summary>
    private const int Holds = 8;

    [Fact]
    public async Task A_run_whose_line_broke_is_there_whole_or_not_at_all_and_once_after_another_try()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var direct = await place.OpenAsync();
        var cluster = await PostgresCluster.GetAsync();
        var (connecting, all) = await BytesOfSaveAsync(place, cluster);
        var hasFailed = 0;
        for (var cut = 1; cut <= Cuts; cut++)
        {
            var document = SampleFleet.Scan(SampleFleet.Start.AddHours(cut), SampleFleet.VCenter(machines: 5));
            await using (var proxy = CuttingProxy.CutAfter(cluster.Socket, connecting + ((all - connecting) * cut / Cuts)))
            {
                await using var store = await place.OpenThroughAsync(proxy.Port);
                try
                {
                    await store.SaveAsync(document, cancellationToken: Cancel);
                }
                catch (StoreException ex)
                {
                    Assert.Equal(StoreErrorKind.CannotConnect, ex.Kind);
                    hasFailed++;
                }
            }

            await direct.SaveAsync(document, cancellationToken: Cancel);
            Assert.Equal(cut + 2, (await direct.Runs.ListAsync(new RunQuery { MaxRuns = 1_000 }, Cancel)).Count);
        }

        Assert.InRange(hasFailed, Cuts / 2, Cuts);
    }

    /// <summary>Between two statements, within one, and within a batch, where the session is busy to PostgreSQL and none of its time limits counts.</summary>
    [Fact]
    public async Task A_line_that_went_dead_anywhere_ends_the_save_and_holds_nobody_up()
    {
        var cluster = await PostgresCluster.GetAsync();
        var ended = await Task.WhenAll(Enumerable.Range(1, Holds).Select(HoldAsync));
        Assert.InRange(ended.Count(item => item), Holds / 2, Holds);

        async Task<bool> HoldAsync(int cut)
        {
            await using var place = await TestStore.NewAsync(Engine.Postgres);
            await using var direct = await place.OpenAsync(new StoreOptions { BusyTimeout = TimeSpan.FromMinutes(2) });
            var (connecting, all) = await BytesOfSaveAsync(place, cluster);
            await using var proxy = CuttingProxy.Open(cluster.Socket);
            await using var store = await place.OpenThroughAsync(proxy.Port, new StoreOptions { AnswerTimeout = TimeSpan.FromSeconds(3) });
            proxy.HoldIn((all - connecting) * cut / (Holds + 1));
            var held = store.SaveAsync(
                SampleFleet.Scan(SampleFleet.Start.AddHours(1), SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);

            await direct.SaveAsync(
                SampleFleet.Scan(SampleFleet.Start.AddHours(2), SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);

            // What comes about differs by some bytes from what was measured: the last may have gone through.
            var refused = await Record.ExceptionAsync(() => held) as StoreException;
            Assert.True(refused is null or { Kind: StoreErrorKind.CannotConnect }, refused?.Message);
            return refused is not null;
        }
    }

    [Fact]
    public async Task What_is_submitted_over_a_line_that_went_dead_anywhere_is_saved_once_by_another_node()
    {
        var cluster = await PostgresCluster.GetAsync();
        var bytes = await BytesOfSubmissionAsync(cluster);

        await Task.WhenAll(Enumerable.Range(1, Holds).Select(HoldAsync));

        async Task HoldAsync(int cut)
        {
            await using var place = await TestStore.NewAsync(Engine.Postgres);
            await using var direct = await place.OpenAsync(new StoreOptions { BusyTimeout = TimeSpan.FromMinutes(2) });
            await using var proxy = CuttingProxy.Open(cluster.Socket);
            await using var store = await place.OpenThroughAsync(proxy.Port, new StoreOptions { AnswerTimeout = TimeSpan.FromSeconds(3) });
            await store.SubmitAsync(Submitted(0), options: null, Cancel);
            proxy.HoldIn(bytes * cut / (Holds + 1));
            var documents = Submitted(1);
            await Assert.ThrowsAsync<StoreException>(() => store.SubmitAsync(documents, options: null, Cancel));

            await direct.SubmitAsync(documents, options: null, Cancel);

            var runs = await direct.Runs.ListAsync(new RunQuery(), Cancel);
            Assert.Equal((6, 6), (runs.Count, runs.Select(run => run.DocumentId).Distinct().Count()));
        }
    }

    private static async Task<long> BytesOfSubmissionAsync(PostgresCluster cluster)
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await using var open = CuttingProxy.Open(cluster.Socket);
        await using var store = await place.OpenThroughAsync(open.Port);
        await store.SubmitAsync(Submitted(0), options: null, Cancel);
        var before = open.Passed;
        await store.SubmitAsync(Submitted(1), options: null, Cancel);
        return open.Passed - before;
    }

    private static List<SubmittedDocument> Submitted(int group) =>
    [
        .. Enumerable.Range(0, 3).Select(item => SubmittedDocument.Read(Encoding.UTF8.GetBytes(
            DocumentJson.Write(SampleGuest.Check($"DB{group:00}{item}", uuid: null, SampleFleet.Start, ClockState.Slow))))),
    ];

    /// <summary>As when a firewall has forgotten it.</summary>
    [Fact]
    public async Task The_connections_of_the_scheduler_go_with_those_of_the_store()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var proxy = CuttingProxy.Open((await PostgresCluster.GetAsync()).Socket);
        await using var store = await place.OpenThroughAsync(proxy.Port);
        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => AskAsync(store.DataSource!, "SELECT pg_sleep(1)")));

        proxy.Hold();
        proxy.LetGo();
        await store.ReadClockAsync(Cancel);

        await AskAsync(store.DataSource!, "SELECT 1");
    }

    private static async Task AskAsync(DbDataSource source, string question)
    {
        await using var connection = await source.OpenConnectionAsync(Cancel);
        await using var command = connection.CreateCommand();
        (command.CommandText, command.CommandTimeout) = (question, 10);
        await command.ExecuteScalarAsync(Cancel);
    }

    /// <summary>How many bytes a client sends to be connected, and until a scan like the one before is saved.</summary>
    private static async Task<(long Connecting, long All)> BytesOfSaveAsync(TestStore place, PostgresCluster cluster)
    {
        await using var proxy = CuttingProxy.Open(cluster.Socket);
        await using var store = await place.OpenThroughAsync(proxy.Port);
        var connecting = proxy.Passed;
        await store.SaveAsync(
            SampleFleet.Scan(SampleFleet.Start.AddHours(-1), SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);
        var first = proxy.Passed;
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);
        return (connecting, connecting + proxy.Passed - first);
    }
}
