namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Old runs are removed a day at a time, and others save between.</summary>
public sealed class PruningBesideOthersTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task While_much_is_removed_others_save_and_every_document_that_is_left_is_whole(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 300)), cancellationToken: Cancel);
        await YearOfScans.SeedAsync(store, 400, Cancel);
        var cutoff = At.AddHours(390);

        var pruning = store.PruneAsync(cutoff, Cancel);
        var saved = new List<Guid>();
        await using (var other = await place.OpenAsync())
        {
            do
            {
                // Of more than a week's, some would be thinned.
                var document = SampleFleet.Scan(
                    cutoff.AddHours(20).AddMinutes(saved.Count), SampleFleet.VCenter(machines: saved.Count % 2 == 0 ? 300 : 40));
                saved.Add((await other.SaveAsync(document, cancellationToken: Cancel)).DocumentId);
            }
            while (!pruning.IsCompleted);
        }

        var pruned = await pruning;
        Assert.Equal(390, pruned.Runs);
        foreach (var document in saved)
        {
            Assert.True(await MachinesOfAsync(store, document) > 0);
        }
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_was_begun_and_ended_in_the_middle_is_done_by_the_next_one(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 300)), cancellationToken: Cancel);
        await YearOfScans.SeedAsync(store, 96, Cancel);
        var last = await store.SaveAsync(SampleFleet.Scan(At.AddHours(96), SampleFleet.VCenter(machines: 300)), cancellationToken: Cancel);

        using var killed = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        var left = 2;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => store.PruneAsync(
            At.AddHours(88), killed.Token, progress: _ => (--left == 0 ? killed : null)?.Cancel()));
        Assert.Equal(300, await MachinesOfAsync(store, last.DocumentId));
        Assert.Equal(97 - 48, (await store.Runs.ListAsync(new RunQuery { MaxRuns = 100 }, Cancel)).Count);

        await store.PruneAsync(At.AddHours(88), Cancel);

        Assert.Equal(9, (await store.Runs.ListAsync(new RunQuery { MaxRuns = 100 }, Cancel)).Count);
        Assert.Equal(300, await MachinesOfAsync(store, last.DocumentId));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task No_step_is_begun_once_the_time_for_it_is_over(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 300)), cancellationToken: Cancel);
        await YearOfScans.SeedAsync(store, 100, Cancel);
        var turns = new List<long>();

        while (turns.Sum() < 90)
        {
            turns.Add((await store.PruneAsync(At.AddHours(90), Cancel, TimeSpan.FromTicks(1))).Runs);
        }

        Assert.Equal([24, 24, 24, 18], turns);
    }

    [Fact]
    public async Task A_file_that_cannot_shrink_says_so()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using (var store = await place.OpenAsync())
        {
            await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(machines: 1000)), cancellationToken: Cancel);
        }

        await SqliteFile.AskAsync(place.Text, "PRAGMA auto_vacuum = NONE; VACUUM; SELECT 1");
        await using (var store = await place.OpenAsync())
        {
            var pruned = await store.PruneAsync(At.AddDays(2), Cancel);
            Assert.Equal((0, true), (pruned.Bytes, pruned.CannotShrink));
        }
    }

    private static async Task<int> MachinesOfAsync(FleetStore store, Guid document) =>
        DocumentJson.Read<ScanDocument>(await store.Runs.ReadDocumentAsync(document, Cancel))
            .VCenters.Sum(vcenter => vcenter.VirtualMachines.Count);
}
