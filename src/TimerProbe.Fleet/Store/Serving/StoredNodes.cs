using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Serving;

/// <summary>A node of a server, as the store knows it.</summary>
/// <param name="Name">What tells it from the others.</param>
/// <param name="Program">The version of its program.</param>
/// <param name="StartedAt">When it started, by the store's clock.</param>
/// <param name="SeenAt">When it was last heard of, by the store's clock.</param>
/// <param name="ClockApart">How far its clock is ahead of the store's; negative when it is behind.</param>
/// <param name="State">What it is able to do, by the names of the server.</param>
public sealed record ServerNodeFacts(
    string Name, string Program, DateTimeOffset StartedAt, DateTimeOffset SeenAt, TimeSpan ClockApart, string State);

/// <summary>The nodes of a server on one store.</summary>
public sealed class StoredNodes
{
    /// <summary>A node that was not heard of for so long is not listed any more.</summary>
    private static readonly TimeSpan KeptFor = TimeSpan.FromDays(7);

    private readonly StoreDatabase _database;

    internal StoredNodes(StoreDatabase database) => _database = database;

    /// <summary>Notes that a node is there, as <see cref="ServerNodeFacts"/> describe it; a new one has just started.</summary>
    public Task NoteAsync(
        string name, string program, TimeSpan clockApart, string state, bool isNew, CancellationToken cancel) =>
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
                    ("state", state),
                    ("is_new", isNew));
                return await session.ExecuteAsync("server-node-forget", ("before", (now - KeptFor).ToUnixTimeMilliseconds()));
            },
            cancel);

    /// <summary>All nodes by their names, and the store's time.</summary>
    public Task<(IReadOnlyList<ServerNodeFacts> Nodes, DateTimeOffset Now)> ListAsync(CancellationToken cancel) =>
        _database.ReadAsync<(IReadOnlyList<ServerNodeFacts>, DateTimeOffset)>(
            async session => (await session.QueryAsync("server-node-list", Read), await session.ReadNowAsync()), cancel);

    private static ServerNodeFacts Read(Row row) =>
        new(row.Text(0), row.Text(1), row.Time(2), row.Time(3), TimeSpan.FromMilliseconds(row.Real(4)), row.Text(5));
}
