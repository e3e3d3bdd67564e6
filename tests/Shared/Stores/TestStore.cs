using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Tests.Stores;

/// <summary>A place for a store, empty at first, until disposed: a file, or a schema of the cluster.</summary>
internal sealed class TestStore : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-store-");

    private TestStore(Engine engine, string? socketFolder) => Text = engine == Engine.Sqlite
        ? Path.Combine(_folder.FullName, "store.db")
        : $"postgres:Host={socketFolder};Username=timerprobe;Database=postgres;Search Path={Schema};Application Name={Schema}";

    /// <summary>The schema of the cluster, and what its sessions are called.</summary>
    public string Schema { get; } = $"s{Guid.NewGuid():N}";

    /// <summary>What a user would give <c>--store</c>.</summary>
    public string Text { get; }

    public StoreTarget Target => StoreTarget.Parse(Text);

    /// <summary>A folder of its own, for other files too.</summary>
    public string Folder => _folder.FullName;

    /// <summary>A file in the folder.</summary>
    public string this[string name] => Path.Combine(Folder, name);

    public static async Task<TestStore> NewAsync(Engine engine) => new(engine, engine == Engine.Postgres ? (await PostgresCluster.GetAsync()).Folder : null);

    /// <summary>Opens the store as another process would.</summary>
    public Task<FleetStore> OpenAsync(StoreOptions? options = null) => FleetStore.OpenAsync(Target, options ?? new StoreOptions(), TestContext.Current.CancellationToken);

    public Task<FleetStore> OpenAsync(StoreAccess access) => OpenAsync(new StoreOptions { Access = access });

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }
}
