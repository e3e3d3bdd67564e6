using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Serving;

/// <summary>Who did what at the servers of a store. Entries are only ever added.</summary>
public sealed class StoredAudit
{
    private readonly StoreDatabase _database;

    internal StoredAudit(StoreDatabase database) => _database = database;

    /// <summary>Adds an entry; its number and its time are given by the store.</summary>
    public Task AddAsync(AuditEntry entry, CancellationToken cancel) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "server-audit-insert",
            ("at", (await session.ReadNowAsync()).ToUnixTimeMilliseconds()),
            ("node", entry.Node),
            ("actor", entry.Actor),
            ("address", entry.Address),
            ("action", entry.Action),
            ("subject", entry.Subject),
            ("detail", entry.Detail)),
        cancel);

    /// <summary>The latest entries before one of them, the newest first.</summary>
    /// <param name="before">Its number; null for the end.</param>
    /// <param name="count">The most to read.</param>
    /// <param name="cancel">Ends it.</param>
    public Task<IReadOnlyList<AuditEntry>> ListAsync(long? before, int count, CancellationToken cancel) => _database.ReadAsync<IReadOnlyList<AuditEntry>>(
        async session => await session.QueryAsync("server-audit-list", Read, ("before", before ?? long.MaxValue), ("count", (long)count)), cancel);

    private static AuditEntry Read(Row row) => new(row.Text(2), row.Text(3), row.Text(5))
    {
        Id = row.Long(0),
        At = row.Time(1),
        Address = row.TextOrNull(4),
        Subject = row.TextOrNull(6),
        Detail = row.TextOrNull(7),
    };
}
