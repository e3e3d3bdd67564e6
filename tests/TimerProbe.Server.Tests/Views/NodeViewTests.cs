namespace TimerProbe.Server.Tests.Views;

/// <summary>Which nodes are there, as another tells it.</summary>
public sealed class NodeViewTests
{
    [Fact]
    public async Task A_node_that_was_not_heard_of_is_gone_after_fifteen_seconds_and_the_one_that_tells_is_there()
    {
        var time = new FakeTimeProvider(TimeProvider.System.GetUtcNow());
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        await store.Nodes.NoteAsync("one", "1.0", TimeSpan.Zero, lastStep: null, "ready", isNew: true, Cancel);
        await store.Nodes.NoteAsync("two", "1.0", TimeSpan.Zero, lastStep: null, "ready", isNew: true, Cancel);

        time.Advance(TimeSpan.FromSeconds(14));
        Assert.Equal([("one", "ready"), ("two", "ready")], await StatesAsync());
        time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal([("one", "ready"), ("two", "gone")], await StatesAsync());

        async Task<IEnumerable<(string, string)>> StatesAsync() =>
            (await store.Nodes.ListAsync("one", Cancel)).Select(node => (node.Name, node.State));
    }
}
