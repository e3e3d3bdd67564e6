namespace TimerProbe.Fleet.Tests.Store.Serving;

/// <summary>What the nodes of a server note of themselves and of their scans.</summary>
public sealed class NodesAndScansTests
{
    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_node_keeps_when_it_started_until_it_starts_again(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.Nodes.NoteAsync("a", "1.0", TimeSpan.FromMilliseconds(-3.5), lastStep: null, "ready", isNew: true, Cancel);
        var first = Assert.Single(await store.Nodes.ListAsync("a", Cancel));
        await Task.Delay(5, Cancel);
        await store.Nodes.NoteAsync("a", "1.0", TimeSpan.FromSeconds(2), "was set back", "clockApart", isNew: false, Cancel);
        var second = Assert.Single(await store.Nodes.ListAsync("a", Cancel));
        Assert.Equal((first.StartedAt, -3.5), (second.StartedAt, first.ClockApartMs));
        Assert.Equal(("clockApart", 2_000, "was set back"), (second.State, second.ClockApartMs, second.LastStep));
        Assert.True(second.SeenAt > first.SeenAt);
        await store.Nodes.NoteAsync("a", "1.1", TimeSpan.Zero, lastStep: null, "ready", isNew: true, Cancel);
        var again = Assert.Single(await store.Nodes.ListAsync("a", Cancel));
        Assert.True(again.StartedAt > first.StartedAt);
        Assert.Equal(("1.1", null), (again.Program, again.LastStep));
    }

    [Fact]
    public async Task A_node_that_was_not_heard_of_is_gone_after_fifteen_seconds_and_the_one_that_tells_is_there()
    {
        var time = new SteppedTime(SampleFleet.Start);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        await store.Nodes.NoteAsync("one", "1.0", TimeSpan.Zero, lastStep: null, "ready", isNew: true, Cancel);
        await store.Nodes.NoteAsync("two", "1.0", TimeSpan.Zero, lastStep: null, "ready", isNew: true, Cancel);

        time.Pass(TimeSpan.FromSeconds(14));
        Assert.Equal([("one", "ready"), ("two", "ready")], await StatesAsync());
        time.Pass(TimeSpan.FromSeconds(2));
        Assert.Equal([("one", "ready"), ("two", "gone")], await StatesAsync());

        async Task<IEnumerable<(string, string)>> StatesAsync() =>
            (await store.Nodes.ListAsync("one", Cancel)).Select(node => (node.Name, node.State));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task The_end_of_a_scan_that_another_node_began_anew_is_not_noted(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var lost = await store.Scans.BeginAsync("vc1", "a", Cancel);
        var taken = await store.Scans.BeginAsync("vc1", "b", Cancel);
        var outcome = new ScanOutcome("complete", Guid.NewGuid());
        Assert.False(await store.Scans.EndAsync(lost, new ScanOutcome("failed", Problem: "late"), Cancel));
        Assert.Equal(taken, Assert.Single(await store.Scans.ListAsync(Cancel)));
        Assert.True(await store.Scans.EndAsync(taken, outcome, Cancel));
        Assert.Equal(outcome, Assert.Single(await store.Scans.ListAsync(Cancel)).Outcome);
        await store.Scans.ForgetAsync(["vc1"], Cancel);
        Assert.Empty(await store.Scans.ListAsync(Cancel));
    }
}
