namespace TimerProbe.Fleet.Store;

/// <summary>The last scan of a vCenter that a schedule started.</summary>
public sealed record ScheduledScan(string Server, string Node, DateTimeOffset StartedAt)
{
    /// <summary>When it ended; null while it runs, and for one whose node died.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>What became of it; null while it runs.</summary>
    public ScanOutcome? Outcome { get; init; }
}

/// <summary>The last scan of each vCenter that a schedule started. Its times are the store's.</summary>
public sealed class StoredScans
{
    private readonly StoreDatabase _database;

    internal StoredScans(StoreDatabase database) => _database = database;

    public Task<ScheduledScan> BeginAsync(string server, string node, CancellationToken cancellationToken) => _database.WriteAsync(
        async session =>
        {
            var now = await session.ReadNowMsAsync();
            await session.ExecuteAsync("server-scan-begin", ("server", server), ("node", node), ("now", now));
            return new ScheduledScan(server, node, DateTimeOffset.FromUnixTimeMilliseconds(now));
        },
        cancellationToken);

    public Task<bool> EndAsync(ScheduledScan scan, ScanOutcome outcome, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "server-scan-end",
            ("server", scan.Server),
            ("node", scan.Node),
            ("started_at", scan.StartedAt.ToUnixTimeMilliseconds()),
            ("now", await session.ReadNowMsAsync()),
            ("result", outcome.Result),
            ("document_id", outcome.DocumentId?.ToString()),
            ("problem", outcome.Problem)) > 0,
        cancellationToken);

    public Task<IReadOnlyList<ScheduledScan>> ListAsync(CancellationToken cancellationToken) =>
        _database.ListAsync("server-scan-list", Read, [], cancellationToken);

    public Task ForgetAsync(IEnumerable<string> servers, CancellationToken cancellationToken) => _database.WriteAsync(
        async session =>
        {
            await session.ExecuteManyAsync("server-scan-forget", ["server"], servers.Select(server => new object?[] { server }));
            return true;
        },
        cancellationToken);

    private static ScheduledScan Read(Row row) => new(row.Text(0), row.Text(1), row.Time(2))
    {
        EndedAt = row.TimeOrNull(3),
        Outcome = row.TextOrNull(4) is { } result
            ? new ScanOutcome(result, row.TextOrNull(5) is { } id ? Guid.Parse(id) : null, row.TextOrNull(6))
            : null,
    };
}
