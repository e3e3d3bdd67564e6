namespace TimerProbe.Fleet.Store;

/// <summary>The nodes of a server on one store.</summary>
public sealed class StoredNodes
{
    private static readonly TimeSpan Retention = TimeSpan.FromDays(7);
    private static readonly TimeSpan GoneAfter = TimeSpan.FromSeconds(15);

    private readonly StoreDatabase _database;

    internal StoredNodes(StoreDatabase database) => _database = database;

    public Task NoteAsync(
        string name, string program, TimeSpan clockApart, string? lastStep, string state, bool isNew,
            CancellationToken cancellationToken) =>
        _database.WriteAsync(
            async session =>
            {
                var now = await session.ReadNowAsync();
                await session.ExecuteAsync(
                    "server-node-note",
                    ("name", name),
                    ("program", program),
                    ("now", now.ToUnixTimeMilliseconds()),
                    ("clock_apart_ms", clockApart.TotalMilliseconds),
                    ("last_step", lastStep),
                    ("state", state),
                    ("is_new", isNew));
                return await session.ExecuteAsync("server-node-forget", ("before", (now - Retention).ToUnixTimeMilliseconds()));
            },
            cancellationToken);

    /// <summary>The nodes; one that has not reported for a while is gone, but for the one that asks.</summary>
    public Task<IReadOnlyList<NodeView>> ListAsync(string asking, CancellationToken cancellationToken) =>
        _database.ReadAsync<IReadOnlyList<NodeView>>(
            async session =>
            {
                var now = await session.ReadNowAsync();
                return await session.QueryAsync(
                    "server-node-list", row => Read(row, isGone: row.Text(0) != asking && now - row.Time(3) > GoneAfter));
            },
            cancellationToken);

    private static NodeView Read(Row row, bool isGone) =>
        new(
            row.Text(0),
            isGone ? "gone" : row.Text(6),
            row.Text(1),
            row.Time(2),
            row.Time(3),
            Math.Round(row.Real(4), 1),
            row.TextOrNull(5));
}
