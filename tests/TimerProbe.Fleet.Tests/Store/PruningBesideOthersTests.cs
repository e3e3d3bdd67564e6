using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Chunks;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Old runs are removed in steps, and others save between them.</summary>
public sealed class PruningBesideOthersTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    private static readonly string[] ForgettingRuns = ["forget-run-of-change", "prune-scan", "prune-run"];

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_piece_that_a_new_run_takes_up_again_between_two_steps_stays(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var machines = SampleFleet.VCenter(machines: 300);
        await store.SaveAsync(SampleFleet.Scan(At, machines), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 3)), cancel: Cancel);
        await ForgetAsync(store, At.AddMinutes(1));
        var loose = new UnreferencedChunks();
        await store.Database.ReadAsync(loose.FindAsync, Cancel);
        var before = loose.Count;
        await store.Database.WriteAsync(session => loose.RemoveAsync(session, 2), Cancel);

        var taken = await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), machines), cancel: Cancel);
        await store.Database.WriteAsync(session => loose.RemoveAsync(session, int.MaxValue), Cancel);

        Assert.True(before > 20, "a scan of 300 machines is many pieces");
        Assert.True(taken.AddedBytes > 0, "two pieces were gone when it was saved");
        Assert.Equal(300, await MachinesOfAsync(store, taken.DocumentId));
        Assert.Equal(0, await LooseAsync(store));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_run_with_the_number_of_one_that_is_gone_is_not_taken_for_it(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var machines = SampleFleet.VCenter(machines: 300);
        await store.SaveAsync(SampleFleet.Scan(At, machines), cancel: Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), SampleFleet.VCenter(machines: 3)), cancel: Cancel);
        await ForgetAsync(store, At.AddMinutes(1));
        var loose = new UnreferencedChunks();
        await store.Database.ReadAsync(loose.FindAsync, Cancel);

        await ForgetAsync(store, At.AddHours(2));
        var taken = await store.SaveAsync(SampleFleet.Scan(At.AddHours(3), machines), cancel: Cancel);

        Assert.Null(await store.Database.WriteAsync(session => loose.RemoveAsync(session, int.MaxValue), Cancel));
        Assert.Equal(300, await MachinesOfAsync(store, taken.DocumentId));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task While_much_is_removed_others_save_and_every_document_that_is_left_is_whole(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 300)), cancel: Cancel);
        await YearOfScans.SeedAsync(store, 400, Cancel);
        var cutoff = At.AddHours(390);

        var pruning = store.PruneAsync(cutoff, new PruneOptions(), Cancel);
        var saved = new List<Guid>();
        await using (var other = await place.OpenAsync())
        {
            do
            {
                var document = SampleFleet.Scan(cutoff.AddHours(20 + saved.Count), SampleFleet.VCenter(machines: saved.Count % 2 == 0 ? 300 : 40));
                saved.Add((await other.SaveAsync(document, cancel: Cancel)).DocumentId);
            }
            while (!pruning.IsCompleted);
        }

        var pruned = await pruning;
        Assert.Equal(390, pruned.Runs);
        foreach (var document in saved)
        {
            Assert.True(await MachinesOfAsync(store, document) > 0);
        }

        Assert.Equal(0, await LooseAsync(store));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task What_was_begun_and_ended_in_the_middle_is_done_by_the_next_one(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 300)), cancel: Cancel);
        await YearOfScans.SeedAsync(store, 48, Cancel);
        var last = await store.SaveAsync(SampleFleet.Scan(At.AddHours(48), SampleFleet.VCenter(machines: 300)), cancel: Cancel);

        for (var steps = 1; steps <= 4; steps++)
        {
            using var killed = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
            var left = steps;
            var options = new PruneOptions { Progress = _ => (--left == 0 ? killed : null)?.Cancel() };
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => store.PruneAsync(At.AddHours(10 * steps), options, killed.Token));
            Assert.Equal(300, await MachinesOfAsync(store, last.DocumentId));
        }

        await store.PruneAsync(At.AddHours(40), new PruneOptions(), Cancel);

        Assert.Equal(9, (await store.Runs.ListAsync(new RunQuery { Most = 100 }, Cancel)).Count);
        Assert.Equal(0, await LooseAsync(store));
        Assert.Equal(300, await MachinesOfAsync(store, last.DocumentId));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task No_step_is_begun_once_the_time_for_it_is_over(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 300)), cancel: Cancel);
        await YearOfScans.SeedAsync(store, 30, Cancel);
        var turns = new List<long>();

        while (turns.Sum() < 26)
        {
            turns.Add((await store.PruneAsync(At.AddHours(26), new PruneOptions { Most = TimeSpan.FromTicks(1) }, Cancel)).Runs);
        }

        Assert.Equal(26, turns.Sum());
        Assert.All(turns, runs => Assert.Equal(1, runs));
    }

    [Fact]
    public async Task A_file_that_cannot_shrink_says_so()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 1000)), cancel: Cancel);
        }

        await SqliteFile.AskAsync(place.Text, "PRAGMA auto_vacuum = NONE; VACUUM; SELECT 1");
        await using (var store = await place.OpenAsync())
        {
            var pruned = await store.PruneAsync(At.AddDays(2), new PruneOptions(), Cancel);
            Assert.Equal((0, true), (pruned.Bytes, pruned.CannotShrink));
        }
    }

    /// <summary>Removes the runs before a time as a prune does that is killed before it comes to their pieces.</summary>
    private static Task<bool> ForgetAsync(FleetStore store, DateTimeOffset before) => store.Database.WriteAsync(
        async session =>
        {
            foreach (var statement in ForgettingRuns)
            {
                await session.ExecuteAsync(statement, ("cutoff", before.ToUnixTimeMilliseconds()));
            }

            return true;
        },
        Cancel);

    private static async Task<int> LooseAsync(FleetStore store)
    {
        var loose = new UnreferencedChunks();
        await store.Database.ReadAsync(loose.FindAsync, Cancel);
        return loose.Count;
    }

    private static async Task<int> MachinesOfAsync(FleetStore store, Guid document) =>
        DocumentJson.Read<ScanDocument>(await store.Runs.ReadDocumentAsync(document, Cancel)).VCenters.Sum(vcenter => vcenter.VirtualMachines.Count);
}
