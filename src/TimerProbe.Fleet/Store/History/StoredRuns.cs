namespace TimerProbe.Fleet.Store;

/// <summary>The runs of a store and their documents.</summary>
public sealed class StoredRuns
{
    private readonly StoreDatabase _database;

    internal StoredRuns(StoreDatabase database) => _database = database;

    public Task<IReadOnlyList<StoredRun>> ListAsync(RunQuery query, CancellationToken cancellationToken) => _database.ListAsync(
        "run-list",
        Read,
        [
            ("kind", query.Kind),
            ("subject", query.Subject),
            ("from", query.From?.ToUnixTimeMilliseconds() ?? long.MinValue),
            ("to", query.To?.ToUnixTimeMilliseconds() ?? long.MaxValue),
            ("most", query.MaxRuns),
        ],
        cancellationToken);

    /// <summary>The newest run of one of <see cref="RunKinds"/>, or of any; null when there is none.</summary>
    public async Task<StoredRun?> LatestAsync(string? kind, CancellationToken cancellationToken) =>
        await ListAsync(new RunQuery { Kind = kind, MaxRuns = 1 }, cancellationToken) is [var newest] ? newest : null;

    public Task<long> LastNumberAsync(CancellationToken cancellationToken) =>
        _database.ReadAsync(session => session.FirstAsync("run-last", row => row.Long(0)), cancellationToken);

    public Task<IReadOnlyList<(string Server, Guid DocumentId, DateTimeOffset At)>> LatestScansAsync(CancellationToken cancellationToken) =>
        _database.ListAsync(
            "vcenter-latest",
            row => (Server: row.Text(0), DocumentId: Guid.Parse(row.Text(1)), At: row.Time(2)),
            [],
            cancellationToken);

    /// <summary>A document as it was saved, JSON in UTF-8; null when there is none, or it was removed.</summary>
    /// <exception cref="StoreException">It is damaged.</exception>
    public Task<byte[]?> ReadDocumentAsync(Guid documentId, CancellationToken cancellationToken) => _database.ReadAsync(
        async session =>
        {
            var found = await session.FirstAsync("run-document", Packed, ("document_id", documentId.ToString()));
            return found is null ? null : await found.UnpackAsync(session.Cancel);
        },
        cancellationToken);

    public Task<IReadOnlyList<SqlDocument>> FastestSqlAsync(
        string server, int maxDocuments, CancellationToken cancellationToken) =>
        _database.ReadAsync<IReadOnlyList<SqlDocument>>(
            async session =>
            {
                var documents = new List<SqlDocument>();
                foreach (var packed in await session.QueryAsync(
                    "sql-run-fastest", Packed, ("server", server), ("most", (long)maxDocuments)))
                {
                    documents.Add(DocumentJson.Read<SqlDocument>(await packed.UnpackAsync(session.Cancel)));
                }

                return documents;
            },
            cancellationToken);

    private static PackedDocument Packed(Row row) => new(row.Bytes(0), row.Bytes(1));

    private static StoredRun Read(Row row) => new()
    {
        RunId = row.Long(0),
        DocumentId = Guid.Parse(row.Text(1)),
        Kind = row.Text(2),
        StartedAt = row.Time(3),
        Subject = row.Text(4),
        State = row.Text(5),
        Cause = row.TextOrNull(6),
        Critical = row.Int(7),
        Warning = row.Int(8),
        Info = row.Int(9),
    };
}

public sealed record RunQuery
{
    /// <summary>One of <see cref="RunKinds"/>; null for any.</summary>
    public string? Kind { get; init; }

    /// <summary>The machine, the server or the vCenters, in any case of letters; null for any.</summary>
    public string? Subject { get; init; }

    /// <summary>Not before; null for any.</summary>
    public DateTimeOffset? From { get; init; }

    /// <summary>Before; null for any.</summary>
    public DateTimeOffset? To { get; init; }

    public long MaxRuns { get; init; } = 100;
}

/// <summary>A run as a list shows it.</summary>
public sealed record StoredRun
{
    public required long RunId { get; init; }

    public required Guid DocumentId { get; init; }

    public required string Kind { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required string Subject { get; init; }

    public required string State { get; init; }

    /// <summary>The verdict's cause; null of a scan.</summary>
    public string? Cause { get; init; }

    public int Critical { get; init; }

    public int Warning { get; init; }

    public int Info { get; init; }
}
