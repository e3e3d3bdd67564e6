namespace TimerProbe.Fleet.Store;

/// <summary>A server's tokens and the keys that protect what it gives browsers, shared by all nodes. Its times are the store's.</summary>
public sealed class StoredTokens
{
    private readonly StoreDatabase _database;

    internal StoredTokens(StoreDatabase database) => _database = database;

    /// <summary>Keeps a new token.</summary>
    /// <param name="lifetime">How long it is good; null for ever.</param>
    /// <returns>The token as it is saved; null when it is not.</returns>
    public Task<ServerToken?> AddAsync(
        ServerToken token, TimeSpan? lifetime, bool onlyFirst, CancellationToken cancellationToken) =>
        _database.WriteAsync<ServerToken?>(
            async session =>
            {
                if (onlyFirst && (await session.QueryAsync("server-token-list", Read)).Count > 0)
                {
                    return null;
                }

                var now = await session.ReadNowAsync();
                var saved = token with { CreatedAt = now, ExpiresAt = now + lifetime };
                await session.ExecuteAsync(
                    "server-token-insert",
                    ("id", saved.Id),
                    ("name", saved.Name),
                    ("hash", saved.Hash),
                    ("scopes", string.Join(' ', saved.Scopes)),
                    ("machine", saved.Machine),
                    ("smbios_uuid", saved.SmbiosUuid),
                    ("created_at", saved.CreatedAt.ToUnixTimeMilliseconds()),
                    ("created_by", saved.CreatedBy),
                    ("expires_at", saved.ExpiresAt?.ToUnixTimeMilliseconds()));
                return saved;
            },
            cancellationToken);

    public Task<IReadOnlyList<ServerToken>> ListAsync(CancellationToken cancellationToken) =>
        _database.ListAsync("server-token-list", Read, [], cancellationToken);

    /// <summary>The token of an id, good or not, and the store's time; null when there is none.</summary>
    public Task<(ServerToken? Token, DateTimeOffset Now)> FindAsync(string id, CancellationToken cancellationToken) => _database.ReadAsync(
        async session => (await session.FirstAsync("server-token-find", Read, ("id", id)), await session.ReadNowAsync()), cancellationToken);

    public Task<bool> RevokeAsync(string id, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync("server-token-revoke", ("id", id), ("now", await session.ReadNowMsAsync())) > 0,
        cancellationToken);

    public Task<int> ForgetExpiredAsync(string createdBy, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "server-token-forget", ("created_by", createdBy), ("now", await session.ReadNowMsAsync())),
        cancellationToken);

    public async Task<string?> BindAsync(string id, string machine, string reported, CancellationToken cancellationToken) =>
        await _database.ReadAsync(session => BoundAsync(session, id), cancellationToken)
        ?? await _database.WriteAsync(
            async session =>
            {
                var others = await session.FirstAsync(
                    "server-token-other",
                    row => row.Long(0),
                    ("canonical", GuestIdentity.Canonical(reported)),
                    ("normal", GuestUuid.Normal(reported)),
                    ("swapped", GuestUuid.Swapped(reported)),
                    ("machine", machine));
                if (others == 0)
                {
                    await session.ExecuteAsync("server-token-bind", ("id", id), ("smbios_uuid", GuestIdentity.Canonical(reported)));
                }

                return await BoundAsync(session, id);
            },
            cancellationToken);

    public Task NoteUseAsync(IReadOnlyDictionary<string, DateTimeOffset> used, CancellationToken cancellationToken) => _database.WriteAsync(
        async session =>
        {
            await session.ExecuteManyAsync(
                "server-token-used", ["id", "at"], used.Select(item => new object?[] { item.Key, item.Value.ToUnixTimeMilliseconds() }));
            return true;
        },
        cancellationToken);

    public Task AddKeyAsync(string id, string content, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "server-key-insert", ("id", id), ("content", content), ("created_at", await session.ReadNowMsAsync())),
        cancellationToken);

    public Task<IReadOnlyList<string>> ListKeysAsync(CancellationToken cancellationToken) =>
        _database.ListAsync("server-key-list", row => row.Text(0), [], cancellationToken);

    private static async Task<string?> BoundAsync(StoreSession session, string id) =>
        await session.FirstAsync("server-token-find", Read, ("id", id)) is { RevokedAt: null, SmbiosUuid: { } bound } ? bound : null;

    private static ServerToken Read(Row row) =>
        new(row.Text(0), row.Text(1), row.Bytes(2), row.Text(3).Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            Machine = row.TextOrNull(4),
            SmbiosUuid = row.TextOrNull(5),
            CreatedAt = row.Time(6),
            CreatedBy = row.Text(7),
            ExpiresAt = row.TimeOrNull(8),
            RevokedAt = row.TimeOrNull(9),
            LastUsedAt = row.TimeOrNull(10),
        };
}

/// <summary>What the store knows of a token: not the token itself, which nobody can derive from its hash.</summary>
/// <param name="Hash">The SHA-256 of the whole token.</param>
public sealed record ServerToken(string Id, string Name, byte[] Hash, IReadOnlyList<string> Scopes)
{
    /// <summary>The one machine that it may write about; null for any.</summary>
    public string? Machine { get; init; }

    /// <summary>That machine's SMBIOS UUID; null until a document has it.</summary>
    public string? SmbiosUuid { get; init; }

    public DateTimeOffset CreatedAt { get; init; }

    public required string CreatedBy { get; init; }

    /// <summary>From when on it is no longer good; null for never.</summary>
    public DateTimeOffset? ExpiresAt { get; init; }

    public DateTimeOffset? RevokedAt { get; init; }

    /// <summary>When it was last used, to a few minutes; null for never.</summary>
    public DateTimeOffset? LastUsedAt { get; init; }

    public bool IsGood(DateTimeOffset now) => RevokedAt is null && (ExpiresAt is not { } end || now < end);
}
