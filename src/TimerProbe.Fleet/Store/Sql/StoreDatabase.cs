namespace TimerProbe.Fleet.Store;

/// <summary>Every use is one transaction, and what goes wrong is a sentence. Its methods may be called from several threads.</summary>
internal sealed class StoreDatabase : IAsyncDisposable
{
    private readonly StoreTarget _target;
    private readonly StoreEngine _engine;

    private StoreDatabase(StoreTarget target, StoreEngine engine) => (_target, _engine) = (target, engine);

    /// <summary>Connects, and brings it to the form this program knows. The engine is its own from now on.</summary>
    /// <exception cref="StoreException">It cannot be opened, is damaged, of another
    /// program or of a newer form, or has its server.</exception>
    public static async Task<StoreDatabase> OpenAsync(
        StoreTarget target, StoreEngine engine, StoreOptions options, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await engine.ConnectAsync(cancellationToken);
            if (options.Server is { } server)
            {
                await engine.OccupyAsync(server, cancellationToken);
            }

            await new SchemaUpdate(engine, target).ApplyAsync(connection, cancellationToken);
            return new StoreDatabase(target, engine);
        }
        catch (Exception ex)
        {
            await engine.DisposeAsync();
            if (ex is OperationCanceledException)
            {
                throw;
            }

            throw engine.Explain(ex);
        }
    }

    public Task<T> ReadAsync<T>(Func<StoreSession, Task<T>> work, CancellationToken cancellationToken) => GuardedAsync(async () =>
    {
        await using var connection = await ConnectAsync(cancellationToken);
        await using var transaction = await _engine.BeginReadAsync(connection, cancellationToken);
        return await work(new StoreSession(_engine, connection, transaction, cancellationToken));
    });

    public async Task<IReadOnlyList<T>> ListAsync<T>(
        string query, Func<Row, T> read, (string Name, object? Value)[] parameters, CancellationToken cancellationToken) =>
        await ReadAsync(session => session.QueryAsync(query, read, parameters), cancellationToken);

    /// <exception cref="StoreException">A later version has made another of it.</exception>
    public Task AssertKnownAsync(CancellationToken cancellationToken) => ReadAsync(
        async session =>
        {
            await Update().AssertKnownAsync(session);
            return true;
        },
        cancellationToken);

    public Task<T> WriteAsync<T>(Func<StoreSession, Task<T>> work, CancellationToken cancellationToken) => GuardedAsync(async () =>
    {
        await using var connection = await ConnectAsync(cancellationToken);
        await using var transaction = await _engine.BeginWriteAsync(connection, cancellationToken);
        var session = new StoreSession(_engine, connection, transaction, cancellationToken);
        await Update().AssertKnownAsync(session);
        var result = await work(session);
        await session.FlushAsync();
        await transaction.CommitAsync(cancellationToken);
        return result;
    });

    public Task<ScanClaims?> ClaimAsync(IEnumerable<string> servers, LockHolder owner, CancellationToken cancellationToken) =>
        GuardedAsync(() => _engine.ClaimAsync(servers, owner, cancellationToken));

    public DbDataSource? DataSource => _engine.DataSource;

    public TimeSpan Pause => _engine.Pause;

    public Task<(long Bytes, long Left)> ShrinkAsync(long pages, CancellationToken cancellationToken) => GuardedAsync(async () =>
    {
        await using var connection = await _engine.ConnectAsync(cancellationToken);
        return await _engine.ShrinkAsync(connection, pages, cancellationToken);
    });

    public ValueTask DisposeAsync() => _engine.DisposeAsync();

    private async Task<DbConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        var isGone = _engine.IsGone();
        var connection = await _engine.ConnectAsync(cancellationToken);
        try
        {
            await (isGone ? Update().ApplyAsync(connection, cancellationToken) : Task.CompletedTask);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    private SchemaUpdate Update() => new(_engine, _target);

    private async Task<T> GuardedAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work();
        }
        catch (Exception ex) when (ex is DbException
            or InvalidDataException
            or IOException
            or UnauthorizedAccessException
            or TimeoutException)
        {
            throw _engine.Explain(ex);
        }
    }
}
