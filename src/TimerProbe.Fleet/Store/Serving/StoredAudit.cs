namespace TimerProbe.Fleet.Store;

/// <summary>Who did what at the servers of a store. Entries are never changed; they are removed when they are old.</summary>
public sealed class StoredAudit
{
    private readonly StoreDatabase _database;

    internal StoredAudit(StoreDatabase database) => _database = database;

    public Task AddAsync(AuditEntry entry, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "server-audit-insert",
            ("at", await session.ReadNowMsAsync()),
            ("node", entry.Node),
            ("actor", entry.Actor),
            ("address", entry.Address),
            ("action", entry.Action),
            ("subject", entry.Subject),
            ("detail", entry.Detail)),
        cancellationToken);

    public Task<IReadOnlyList<AuditEntry>> ListAsync(AuditQuery query, CancellationToken cancellationToken) => _database.ListAsync(
        "server-audit-list",
        Read,
        [
            ("before", query.Before ?? long.MaxValue),
            ("action", query.Action),
            ("actor", query.Actor is { } part ? $"%{Literal(part)}%" : null),
            ("count", (long)query.Count),
        ],
        cancellationToken);

    public Task<int> PruneAsync(TimeSpan age, CancellationToken cancellationToken) => _database.WriteAsync(
        async session =>
        {
            var (now, newest) = await Pruning.ReadNewestAsync(session, age);
            return await session.ExecuteAsync("server-audit-prune", ("before", ((newest ?? now) - age).ToUnixTimeMilliseconds()));
        },
        cancellationToken);

    private static string Literal(string text) =>
        text.Replace(@"\", @"\\", StringComparison.Ordinal)
            .Replace("%", @"\%", StringComparison.Ordinal)
            .Replace("_", @"\_", StringComparison.Ordinal);

    private static AuditEntry Read(Row row) => new(row.Text(2), row.Text(3), row.Text(5))
    {
        Id = row.Long(0),
        At = row.Time(1),
        Address = row.TextOrNull(4),
        Subject = row.TextOrNull(6),
        Detail = row.TextOrNull(7),
    };
}

/// <summary>Something that somebody did at a server. It never holds a secret.</summary>
/// <param name="Node">The node that it was done at.</param>
/// <param name="Actor">Who did it.</param>
/// <param name="Action">What was done, such as <c>token-revoked</c>.</param>
public sealed record AuditEntry(string Node, string Actor, string Action)
{
    /// <summary>Its number: the later, the higher; set by the store.</summary>
    public long Id { get; init; }

    /// <summary>When, by the store's clock; set by the store.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>The address that it was asked from; null for the command line.</summary>
    public string? Address { get; init; }

    /// <summary>What it was done to; null for nothing.</summary>
    public string? Subject { get; init; }

    /// <summary>What else is worth knowing; null for nothing.</summary>
    public string? Detail { get; init; }
}

public sealed record AuditQuery
{
    /// <summary>Those with lower numbers only; null for the newest.</summary>
    public long? Before { get; init; }

    /// <summary>What was done; null for everything.</summary>
    public string? Action { get; init; }

    /// <summary>A part of the name of who did it, in any case of letters; null for everybody.</summary>
    public string? Actor { get; init; }

    public int Count { get; init; } = 100;
}
