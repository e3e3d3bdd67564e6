namespace TimerProbe.Fleet.Tests.Store.Serving;

/// <summary>The audit trail of the servers of a store.</summary>
public sealed class AuditTests
{
    private static readonly string[] Actors = ["Jane", "joe", "100%_sure", "jane\\ops"];

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task It_is_asked_by_what_was_done_and_by_who_did_it_page_by_page(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        foreach (var (number, actor) in Actors.Index())
        {
            await store.Audit.AddAsync(new AuditEntry("node", actor, number % 2 == 0 ? "signed-in" : "signed-out"), Cancel);
        }

        Assert.Equal(Actors.Reverse(), await ActorsAsync(new AuditQuery()));
        Assert.Equal(["100%_sure", "Jane"], await ActorsAsync(new AuditQuery { Action = "signed-in" }));
        Assert.Equal(["jane\\ops", "Jane"], await ActorsAsync(new AuditQuery { Actor = "JANE" }));
        Assert.Equal(["100%_sure"], await ActorsAsync(new AuditQuery { Actor = "%_S" }));
        Assert.Equal(["jane\\ops"], await ActorsAsync(new AuditQuery { Actor = "\\" }));
        Assert.Empty(await ActorsAsync(new AuditQuery { Actor = "j%e" }));
        var first = await store.Audit.ListAsync(new AuditQuery { Count = 3 }, Cancel);
        Assert.Equal(["Jane"], await ActorsAsync(new AuditQuery { Count = 3, Before = first[^1].Id }));

        async Task<IEnumerable<string>> ActorsAsync(AuditQuery query) =>
            (await store.Audit.ListAsync(query, Cancel)).Select(entry => entry.Actor);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_is_older_is_removed_by_the_clock_of_the_store_and_nothing_else(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.Audit.AddAsync(new AuditEntry("node", "old", "signed-in"), Cancel);
        Assert.Equal(0, await store.Audit.PruneAsync(TimeSpan.FromDays(400), Cancel));
        // By a clock that is not the test's, in a database: asked until it has come that far.
        while (await store.Audit.PruneAsync(TimeSpan.FromMilliseconds(200), Cancel) == 0)
        {
            await Task.Delay(50, Cancel);
        }

        await store.Audit.AddAsync(new AuditEntry("node", "new", "signed-in"), Cancel);
        Assert.Equal(0, await store.Audit.PruneAsync(TimeSpan.FromHours(1), Cancel));
        Assert.Equal("new", Assert.Single(await store.Audit.ListAsync(new AuditQuery(), Cancel)).Actor);
    }

    [Fact]
    public async Task A_clock_that_is_ahead_of_what_is_saved_removes_nothing()
    {
        var time = new SteppedTime(SampleFleet.Start);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        await store.Audit.AddAsync(new AuditEntry("node", "jane", "signed-in"), Cancel);
        await store.SaveAsync(SampleFleet.Scan(time.GetUtcNow(), SampleFleet.VCenter(machines: 1)), cancellationToken: Cancel);

        time.Pass(TimeSpan.FromDays(500));
        Assert.Equal(0, await store.Audit.PruneAsync(TimeSpan.FromDays(400), Cancel));
        await store.SaveAsync(SampleFleet.Scan(time.GetUtcNow(), SampleFleet.VCenter(machines: 1)), cancellationToken: Cancel);
        Assert.Equal(0, await store.Audit.PruneAsync(TimeSpan.FromDays(400), Cancel));
        time.Pass(TimeSpan.FromDays(7));
        Assert.Equal(1, await store.Audit.PruneAsync(TimeSpan.FromDays(400), Cancel));
    }
}
