namespace TimerProbe.EndToEnd.Store;

/// <summary>How long a configuration keeps runs is said of its own store.</summary>
public sealed class RetentionTests
{
    private static readonly TimeSpan Old = TimeSpan.FromDays(500);

    /// <summary>A clock that runs were saved by for a week is believed.</summary>
    private static readonly TimeSpan Recent = TimeSpan.FromDays(8);

    [Fact]
    public async Task A_store_that_the_command_line_names_instead_loses_nothing()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        using var folder = new ConfigurationFolder(vcenter);
        await using var configured = await TestStore.NewAsync(Engine.Sqlite);
        await using var named = await TestStore.NewAsync(Engine.Sqlite);
        folder.Configure($$"""
            { "vcenters": [ {{ConfigurationFolder.Entry(vcenter)}} ], "store": { "target": "{{configured.Text}}", "save": true, "retention": "400d" } }
            """);
        var (_, document) = await vcenter.Scan().ToDocumentAsync();
        var old = document with { Id = Guid.NewGuid(), StartedAt = document.StartedAt - Old };
        await SaveAsync(configured, old);
        await SaveAsync(named, old);
        await SaveAsync(configured, document with { Id = Guid.NewGuid(), StartedAt = document.StartedAt - Recent });

        Assert.Equal(5, (await folder.Scan("--store", named.Text).RunAsync()).ExitCode);
        Assert.Equal([false, true], await AreOldAsync(named));
        Assert.Equal([false, true], await AreOldAsync(configured));

        Assert.Equal(5, (await folder.Scan().RunAsync()).ExitCode);
        Assert.Equal([false, true], await AreOldAsync(named));
        Assert.Equal([false, false], await AreOldAsync(configured));
    }

    private static async Task SaveAsync(TestStore place, ScanDocument document)
    {
        await using var store = await place.OpenAsync();
        await store.SaveAsync(document, cancellationToken: Cancel);
    }

    /// <summary>Of each run, the newest first, whether it is older than the configuration keeps it.</summary>
    private static async Task<IEnumerable<bool>> AreOldAsync(TestStore place)
    {
        await using var store = await place.OpenAsync(StoreAccess.Read);
        var runs = await store.Runs.ListAsync(new RunQuery(), Cancel);
        return runs.Select(run => TimeProvider.System.GetUtcNow() - run.StartedAt > Old - TimeSpan.FromDays(1));
    }
}
