namespace TimerProbe.Fleet.Store;

/// <summary>The runs of a store and their documents.</summary>
public sealed class StoredRuns
{
    private readonly StoreDatabase _database;

    internal StoredRuns(StoreDatabase database) => _database = database;

    /// <summary>The runs whose documents are saved, the newest first.</summary>
    public Task<IReadOnlyList<StoredRun>> ListAsync(RunQuery query, CancellationToken cancel) => _database.ListAsync(
        "run-list",
        Read,
        [
            ("kind", query.Kind),
            ("subject", query.Subject),
            ("from", query.From?.ToUnixTimeMilliseconds() ?? long.MinValue),
            ("to", query.To?.ToUnixTimeMilliseconds() ?? long.MaxValue),
            ("most", query.Most),
        ],
        cancel);

    /// <summary>The newest run of one of <see cref="RunKinds"/>, or of any; null when there is none.</summary>
    public async Task<StoredRun?> LatestAsync(string? kind, CancellationToken cancel) =>
        await ListAsync(new RunQuery { Kind = kind, Most = 1 }, cancel) is [var newest] ? newest : null;

    /// <summary>The number of the run that was saved last; 0 when there is none.</summary>
    public Task<long> LastNumberAsync(CancellationToken cancel) =>
        _database.ReadAsync(session => session.FirstAsync("run-last", row => row.Long(0)), cancel);

    /// <summary>The latest scan of each vCenter that was concluded from, the oldest first.</summary>
    public Task<IReadOnlyList<LatestScan>> LatestScansAsync(CancellationToken cancel) =>
        _database.ListAsync("vcenter-latest", row => new LatestScan(row.Text(0), Guid.Parse(row.Text(1)), row.Time(2)), [], cancel);

    /// <summary>A document as it was saved, JSON in UTF-8; null when there is none, or it was removed.</summary>
    /// <exception cref="StoreException">It is damaged.</exception>
    public Task<byte[]?> ReadDocumentAsync(Guid documentId, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            var found = await session.FirstAsync("run-document", Packed, ("document_id", documentId.ToString()));
            return found is null ? null : await found.UnpackAsync(session.Cancel);
        },
        cancel);

    /// <summary>
    /// Documents of runs on a SQL Server by which a run there can be judged: unprofiled, those in which an iteration of the interpreted
    /// function was fastest first.
    /// </summary>
    /// <param name="server">The instance's own name, in any case of letters.</param>
    /// <param name="most">At most so many; positive.</param>
    /// <param name="cancel">Ends the reading.</param>
    public Task<IReadOnlyList<SqlDocument>> FastestSqlAsync(
        string server, int most, CancellationToken cancel) =>
        _database.ReadAsync<IReadOnlyList<SqlDocument>>(
            async session =>
            {
                var documents = new List<SqlDocument>();
                foreach (var packed in await session.QueryAsync("sql-run-fastest", Packed, ("server", server), ("most", (long)most)))
                {
                    documents.Add(DocumentJson.Read<SqlDocument>(await packed.UnpackAsync(session.Cancel)));
                }

                return documents;
            },
            cancel);

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

/// <summary>Which runs.</summary>
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

    /// <summary>At most so many; positive.</summary>
    public long Most { get; init; } = 100;
}

/// <summary>A run as a list shows it.</summary>
public sealed record StoredRun
{
    /// <summary>Its number in this store.</summary>
    public required long RunId { get; init; }

    /// <summary>Its document.</summary>
    public required Guid DocumentId { get; init; }

    /// <summary>One of <see cref="RunKinds"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>When it started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The machine, the server or the vCenters.</summary>
    public required string Subject { get; init; }

    /// <summary>The verdict's state; of a scan, how much could be read.</summary>
    public required string State { get; init; }

    /// <summary>The verdict's cause; null of a scan.</summary>
    public string? Cause { get; init; }

    /// <summary>How many findings are critical.</summary>
    public int Critical { get; init; }

    /// <summary>How many are warnings.</summary>
    public int Warning { get; init; }

    /// <summary>How many are informative.</summary>
    public int Info { get; init; }
}

/// <summary>The latest scan of a vCenter.</summary>
/// <param name="Server">The vCenter, by the name it was asked by.</param>
/// <param name="DocumentId">The scan's document, which may be about other vCenters too.</param>
/// <param name="At">When it was.</param>
public sealed record LatestScan(string Server, Guid DocumentId, DateTimeOffset At);
