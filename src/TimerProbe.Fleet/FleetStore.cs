namespace TimerProbe.Fleet;

/// <summary>Several processes may use one; saves are whole or nothing. Thread-safe; methods throw <see cref="StoreException"/>.</summary>
public sealed class FleetStore : IAsyncDisposable
{
    private readonly TimeProvider _time;

    private FleetStore(StoreTarget target, StoreDatabase database, TimeProvider time)
    {
        (Target, Database, _time) = (target, database, time);
        (Runs, History, Alerts) = (new StoredRuns(database), new StoredHistory(database), new AlertOutbox(database));
        (Tokens, Audit) = (new StoredTokens(database), new StoredAudit(database));
        (Nodes, Scans, Watches) = (new StoredNodes(database), new StoredScans(database), new StoredWatches(database));
    }

    public StoreTarget Target { get; }

    public StoredRuns Runs { get; }

    public StoredHistory History { get; }

    public AlertOutbox Alerts { get; }

    public StoredTokens Tokens { get; }

    public StoredNodes Nodes { get; }

    public StoredScans Scans { get; }

    public StoredWatches Watches { get; }

    /// <summary>Connections for tables of others in the same schema of the database and by the same login; null for a file.</summary>
    public DbDataSource? DataSource => Database.DataSource;

    public StoredAudit Audit { get; }

    internal StoreDatabase Database { get; }

    /// <summary>Opens the store, makes it if it is missing and to be written, and brings it to the form this program knows.</summary>
    /// <exception cref="StoreException">It cannot be opened, is damaged, of another
    /// program or of a newer form, or has its server.</exception>
    public static Task<FleetStore> OpenAsync(StoreTarget target, StoreOptions options, CancellationToken cancellationToken) =>
        OpenAsync(target, new SqliteEngine(target.File!, options), options, cancellationToken);

    /// <summary>Makes sure its form is still known: nothing is written to one of another form that was made meanwhile.</summary>
    /// <exception cref="StoreException">A later version has made another of it, or it cannot be reached.</exception>
    public Task AssertKnownAsync(CancellationToken cancellationToken) => Database.AssertKnownAsync(cancellationToken);

    public Task<SavedRun> SaveAsync(CheckDocument document, SaveOptions? options = null, CancellationToken cancellationToken = default) =>
        SaveAsync(Run.From(document), document, options, cancellationToken);

    public Task<SavedRun> SaveAsync(SqlDocument document, SaveOptions? options = null, CancellationToken cancellationToken = default) =>
        SaveAsync(Run.From(document), document, options, cancellationToken);

    public Task<SavedRun> SaveAsync(ScanDocument document, SaveOptions? options = null, CancellationToken cancellationToken = default) =>
        SaveAsync(Run.From(document), document, options, cancellationToken);

    public Task<SavedRun> SaveAsync(WatchLine line, SaveOptions? options = null, CancellationToken cancellationToken = default) =>
        Database.WriteAsync(session => WatchSaving.SaveAsync(session, line, options), cancellationToken);

    /// <summary>Saves what guests submitted, all or nothing, in the order of arrival; what was saved before is left as it is.</summary>
    /// <exception cref="StoreException"><see cref="StoreErrorKind.NotKept"/>: one of them is of no use here, now or later.</exception>
    public async Task<IReadOnlyList<bool>> SubmitAsync(
        IReadOnlyList<SubmittedDocument> documents, SaveOptions? options, CancellationToken cancellationToken)
    {
        if (documents.Any(document => document.IsAnonymized))
        {
            throw Pseudonymous();
        }

        // Packed before the store is locked.
        List<(SubmittedDocument Document, PackedDocument? Packed)> packed =
            [.. documents.Select(item => (item, item.Run is null ? null : PackedDocument.Pack(stream => stream.Write(item.Json))))];
        options = (options ?? new SaveOptions()) with { IsClaimed = false, IsSubmitted = true };
        try
        {
            return await Database.WriteAsync<IReadOnlyList<bool>>(
                async session =>
                {
                    session.Memory = await SubmittedMemory.ReadAsync(session, documents);
                    var isNew = new List<bool>();
                    foreach (var (document, bytes) in packed)
                    {
                        isNew.Add(!(await document.SaveAsync(session, bytes, options)).WasThere);
                    }

                    return isNew;
                },
                cancellationToken);
        }
        catch (StoreException ex) when (ex.InnerException is DbException { SqlState: ['2', '2' or '3', ..] })
        {
            // A value, or a rule of the tables, is against it: that is so tomorrow as well.
            throw new StoreException(StoreErrorKind.NotKept, ex.Message, ex);
        }
    }

    public Task<IReadOnlyList<TargetHealth>> SaveFailureAsync(
        IReadOnlyList<(string Server, string Problem)> failed, DateTimeOffset at, SaveOptions? options,
            CancellationToken cancellationToken) =>
        Database.WriteAsync(
            async session =>
            {
                var time = await RunTime.ReadAsync(session, at, options);
                var targets = await TargetHealth.UpdateAsync(
                    session, failed.Select(item => (item.Server, Answered: false, (string?)item.Problem)), time);
                var run = new SavedRun { RunId = 0, DocumentId = Guid.Empty, Targets = targets };
                AlertOutbox.Insert(session, options?.Alerts?.Invoke(run) ?? [], time.At, due: time.Clock.Store);
                return targets;
            },
            cancellationToken);

    public Task<IReadOnlyList<TargetHealth>> TargetsAsync(CancellationToken cancellationToken) =>
        Database.ListAsync("target-list", TargetHealth.Read, [], cancellationToken);

    /// <summary>
    /// Removes runs that started before a time, with what only they have, a day at a time so that others may write between. State
    /// that is still current is kept, no matter how old.
    /// </summary>
    /// <param name="timeLimit">After how long no further step is begun; null to remove everything.</param>
    public Task<PrunedRuns> PruneAsync(
        DateTimeOffset olderThan, CancellationToken cancellationToken, TimeSpan? timeLimit = null, Action<PrunedRuns>? progress = null) =>
        new Pruning(Database, timeLimit, progress, _time, cancellationToken).RunAsync(olderThan);

    public Task<PrunedRuns> PruneAsync(TimeSpan retention, CancellationToken cancellationToken, TimeSpan? timeLimit = null) =>
        new Pruning(Database, timeLimit, progress: null, _time, cancellationToken).RunAsync(retention);

    public Task<StoreClock> ReadClockAsync(CancellationToken cancellationToken) =>
        Database.ReadAsync(session => session.ReadClockAsync(), cancellationToken);

    public Task<ScanClaims?> ClaimAsync(IEnumerable<string> servers, LockHolder owner, CancellationToken cancellationToken) =>
        Database.ClaimAsync(servers, owner, cancellationToken);

    public ValueTask DisposeAsync() => Database.DisposeAsync();

    internal static async Task<FleetStore> OpenAsync(
        StoreTarget target, StoreEngine engine, StoreOptions options, CancellationToken cancellationToken) =>
        new(target, await StoreDatabase.OpenAsync(target, engine, options, cancellationToken), options.Time);

    private static StoreException Pseudonymous() =>
        new(StoreErrorKind.NotKept,
            "a document with pseudonyms is not saved: what they stand for would look like other machines. Leave out --anonymize or --save.");

    private async Task<SavedRun> SaveAsync<TDocument>(
        Run run, TDocument document, SaveOptions? options, CancellationToken cancellationToken)
        where TDocument : class
    {
        if (run.IsAnonymized)
        {
            throw Pseudonymous();
        }

        var packed = PackedDocument.Pack(stream => DocumentJson.Write(stream, document));
        await AssertReadableAsync<TDocument>(packed, cancellationToken);
        return await Database.WriteAsync(session => run.SaveAsync(session, packed, options), cancellationToken);
    }

    private static async Task AssertReadableAsync<TDocument>(PackedDocument packed, CancellationToken cancellationToken)
        where TDocument : class
    {
        try
        {
            _ = DocumentJson.Read<TDocument>(await packed.UnpackAsync(cancellationToken));
        }
        catch (Exception ex) when (ex is JsonException or StoreException)
        {
            throw new StoreException(
                StoreErrorKind.NotKept, $"the document could not be read back, and is not saved: {ex.Message}", ex);
        }
    }
}
