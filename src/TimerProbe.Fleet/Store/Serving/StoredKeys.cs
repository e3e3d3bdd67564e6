using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Serving;

/// <summary>The keys that protect what servers of a store give to browsers, so that each node reads what another gave.</summary>
public sealed class StoredKeys
{
    private readonly StoreDatabase _database;

    internal StoredKeys(StoreDatabase database) => _database = database;

    /// <summary>Keeps a key; one that is kept already is left as it is.</summary>
    public Task AddAsync(string id, string content, CancellationToken cancel) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "server-key-insert", ("id", id), ("content", content), ("created_at", await session.ReadNowMsAsync())),
        cancel);

    /// <summary>The contents of all keys, the oldest first.</summary>
    public Task<IReadOnlyList<string>> ListAsync(CancellationToken cancel) =>
        _database.ListAsync("server-key-list", row => row.Text(0), [], cancel);
}
