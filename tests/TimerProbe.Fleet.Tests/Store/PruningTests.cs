namespace TimerProbe.Fleet.Tests.Store;

public sealed class PruningTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_is_old_goes_and_what_still_holds_stays(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 200);
        var smaller = vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Where(machine => machine.Name != "VM00009")] };
        var documents = new[]
        {
            SampleFleet.Scan(At, vcenter), SampleFleet.Scan(At.AddDays(1), vcenter.Moved((3, 0))),
                SampleFleet.Scan(At.AddDays(2), smaller), SampleFleet.Scan(At.AddDays(30), smaller),
        };
        foreach (var document in documents)
        {
            await store.SaveAsync(document, cancellationToken: Cancel);
        }

        await store.SaveAsync(SampleGuest.Check("db01", uuid: null, At, ClockState.Healthy), cancellationToken: Cancel);
        await store.SaveAsync(SampleGuest.Check("db02", uuid: null, At, ClockState.Healthy), cancellationToken: Cancel);
        await store.SaveAsync(SampleGuest.Check("db02", uuid: null, At.AddDays(20), ClockState.Slow), cancellationToken: Cancel);

        var pruned = await store.PruneAsync(At.AddDays(10), Cancel);

        Assert.Equal(5, pruned.Runs);
        Assert.Null(await store.Runs.ReadDocumentAsync(documents[0].Id, Cancel));
        Assert.NotNull(await store.Runs.ReadDocumentAsync(documents[3].Id, Cancel));
        Assert.Empty(await store.History.FindMachinesAsync("VM00009", Cancel));
        Assert.Empty(await store.History.FindGuestsAsync("db01", Cancel));
        Assert.Equal(["verdictChanged"], (await store.History.ChangesAsync(TimeWindow.Everything, 100, Cancel)).Select(change => change.Kind));
        var machine = Assert.Single(await store.History.FindMachinesAsync("VM00003", Cancel));
        var history = await store.History.ReadAsync(machine, TimeWindow.Everything, Cancel);
        Assert.Equal([At.AddDays(2)], history.MachineStates.Select(held => held.Since));
        Assert.Equal([At.AddDays(30)], history.Scans.Select(scan => scan.At));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_store_pruned_of_everything_takes_new_runs(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        await store.SaveAsync(SampleFleet.Scan(At, vcenter), cancellationToken: Cancel);

        await store.PruneAsync(At.AddDays(10), Cancel);
        var saved = await store.SaveAsync(SampleFleet.Scan(At.AddDays(11), vcenter.Moved((3, 0))), cancellationToken: Cancel);

        Assert.Equal([ChangeKind.Moved, ChangeKind.WentAway], saved.Changes.Select(change => change.Kind));
        Assert.NotNull(await store.Runs.ReadDocumentAsync(saved.DocumentId, Cancel));
    }

    [Fact]
    public async Task The_file_becomes_smaller()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using (var store = await place.OpenAsync())
        {
            await store.ScannedAsync((0, SampleFleet.VCenter(machines: 3000)), (1 * 24, SampleFleet.VCenter(machines: 10)));
        }

        var before = new FileInfo(place.Text).Length;
        await using (var store = await place.OpenAsync())
        {
            await store.PruneAsync(At.AddDays(2), Cancel);
        }

        Assert.True(new FileInfo(place.Text).Length < before / 2, "the room of what was removed is given back");
    }
}
