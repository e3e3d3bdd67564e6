using System.Data.Common;

namespace TimerProbe.Tests.Stores;

/// <summary>A place for a store, empty at first, until disposed: a file, or a schema of the cluster.</summary>
internal sealed class TestStore : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-store-");

    private TestStore(Engine engine, string? socketFolder) => Text = engine == Engine.Sqlite
        ? Path.Combine(_folder.FullName, "store.db")
        : $"Host={socketFolder};Username=timerprobe;Database=postgres;Search Path={Schema};Application Name={Schema}";

    /// <summary>The schema of the cluster, and what its sessions are called.</summary>
    public string Schema { get; } = $"s{Guid.NewGuid():N}";

    /// <summary>What a user would give <c>--store</c>.</summary>
    public string Text { get; }

    public StoreTarget Target => StoreTarget.NamesDatabase(Text) ? PostgresDatabase.Parse(Text).Target : StoreTarget.Parse(Text);

    /// <summary>The same through a port of loopback, which passes on what it gets.</summary>
    public string TextThrough(int port) => $"{Text};Host=127.0.0.1;Port={port};SSL Mode=Disable";

    public Task<FleetStore> OpenThroughAsync(int port, StoreOptions? options = null) =>
        PostgresDatabase.Parse(TextThrough(port)).OpenAsync(options ?? new StoreOptions(), Cancel);

    /// <summary>A folder of its own, for other files too.</summary>
    public string Folder => _folder.FullName;

    public string this[string name] => Path.Combine(Folder, name);

    public static async Task<TestStore> NewAsync(Engine engine) => new(engine, engine == Engine.Postgres ? (await PostgresCluster.GetAsync()).Folder : null);

    /// <summary>What a user would give <c>--store</c> for a new one; its folder goes when this process ends.</summary>
    public static async Task<string> NewTextAsync(Engine engine)
    {
        var place = await NewAsync(engine);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => place._folder.Delete(recursive: true);
        return place.Text;
    }

    /// <summary>The same, opened.</summary>
    public static async Task<FleetStore> OpenNewAsync(Engine engine, StoreOptions? options = null) =>
        await OpenAsync(await NewTextAsync(engine), options ?? new StoreOptions());

    /// <summary>A schema of a cluster that is not shared.</summary>
    public static TestStore In(PostgresCluster cluster) => new(Engine.Postgres, cluster.Folder);

    /// <summary>Opens the store as another process would.</summary>
    public Task<FleetStore> OpenAsync(StoreOptions? options = null) => OpenAsync(Text, options ?? new StoreOptions());

    /// <summary>Opens what a server would be given as its store.</summary>
    public static Task<FleetStore> OpenAsync(string text, StoreOptions options) => StoreTarget.NamesDatabase(text)
        ? PostgresDatabase.Parse(text).OpenAsync(options, Cancel)
        : FleetStore.OpenAsync(StoreTarget.Parse(text), options, Cancel);

    public Task<FleetStore> OpenAsync(StoreAccess access) => OpenAsync(new StoreOptions { Access = access });

    /// <summary>Ends all sessions of the store, as a server that is restarted does.</summary>
    public async Task EndSessionsAsync()
    {
        var settings = new NpgsqlConnectionStringBuilder(Text) { Pooling = false, SearchPath = null, ApplicationName = null };
        await using var connection = new NpgsqlConnection(settings.ConnectionString);
        await connection.OpenAsync(Cancel);
        await using var end = new NpgsqlCommand("SELECT COUNT(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE application_name = @name", connection);
        end.Parameters.AddWithValue("name", Schema);
        Assert.True((long)(await end.ExecuteScalarAsync(Cancel))! > 0);
    }

    /// <summary>Dates its alerts so much earlier, as if the time had passed: the clock of a database cannot be set.</summary>
    public Task PassAsync(TimeSpan time) => RunTextAsync(string.Create(
        CultureInfo.InvariantCulture, $"UPDATE alert SET created_at = created_at - {time.TotalMilliseconds:0}, next_attempt_at = next_attempt_at - {time.TotalMilliseconds:0}"));

    /// <summary>Runs statements in it that no program of ours would.</summary>
    public async Task RunTextAsync(string text)
    {
        await using DbConnection connection = Target.File is { } file
            ? new SqliteConnection($"Data Source={file};Pooling=False") : new NpgsqlConnection(Text + ";Pooling=false");
        await connection.OpenAsync(Cancel);
        await using var command = connection.CreateCommand();
        command.CommandText = text;
        await command.ExecuteNonQueryAsync(Cancel);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }
}
