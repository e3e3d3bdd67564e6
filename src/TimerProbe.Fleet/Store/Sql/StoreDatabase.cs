using System.Data.Common;

namespace TimerProbe.Fleet.Store;

/// <summary>
/// An opened database: every use of it is one transaction, and what goes wrong is a sentence. Its methods may be called from
/// several threads.
/// </summary>
internal sealed class StoreDatabase : IAsyncDisposable
{
    private readonly StoreTarget _target;
    private readonly StoreEngine _engine;

    private StoreDatabase(StoreTarget target, StoreEngine engine) => (_target, _engine) = (target, engine);

    /// <summary>Connects, and brings it to the form this program knows. The engine is its own from now on.</summary>
    /// <exception cref="StoreException">It cannot be opened, is damaged, of another
    /// program or of a newer form, or has its server.</exception>
    public static async Task<StoreDatabase> OpenAsync(
        StoreTarget target, StoreEngine engine, StoreOptions options, CancellationToken cancel)
    {
        try
        {
            await using var connection = await engine.ConnectAsync(cancel);
            if (options.Server is { } server)
            {
                await engine.OccupyAsync(server, cancel);
            }

            await new SchemaUpdate(engine, target).ApplyAsync(connection, cancel);
            return new StoreDatabase(target, engine);
        }
        catch (Exception error)
        {
            await engine.DisposeAsync();
            if (error is OperationCanceledException)
            {
                throw;
            }

            throw engine.Explain(error);
        }
    }

    public Task<T> ReadAsync<T>(Func<StoreSession, Task<T>> work, CancellationToken cancel) => GuardedAsync(async () =>
    {
        await using var connection = await ConnectAsync(cancel);
        await using var transaction = await _engine.BeginReadAsync(connection, cancel);
        return await work(new StoreSession(_engine, connection, transaction, cancel));
    });

    public async Task<IReadOnlyList<T>> ListAsync<T>(
        string query, Func<Row, T> read, (string Name, object? Value)[] parameters, CancellationToken cancel) =>
        await ReadAsync(session => session.QueryAsync(query, read, parameters), cancel);

    /// <exception cref="StoreException">A later version has made another of it.</exception>
    public Task AssertKnownAsync(CancellationToken cancel) => ReadAsync(
        async session =>
        {
            await Update().AssertKnownAsync(session);
            return true;
        },
        cancel);

    public Task<T> WriteAsync<T>(Func<StoreSession, Task<T>> work, CancellationToken cancel) => GuardedAsync(async () =>
    {
        await using var connection = await ConnectAsync(cancel);
        await using var transaction = await _engine.BeginWriteAsync(connection, cancel);
        var session = new StoreSession(_engine, connection, transaction, cancel);
        await Update().AssertKnownAsync(session);
        var result = await work(session);
        await session.FlushAsync();
        await transaction.CommitAsync(cancel);
        return result;
    });

    public Task<ScanClaims?> ClaimAsync(IEnumerable<string> servers, LockHolder owner, CancellationToken cancel) =>
        GuardedAsync(() => _engine.ClaimAsync(servers, owner, cancel));

    public DbDataSource? DataSource => _engine.DataSource;

    public TimeSpan Rest => _engine.Rest;

    public Task<ShrinkStep> ShrinkAsync(long pages, CancellationToken cancel) => GuardedAsync(async () =>
    {
        await using var connection = await _engine.ConnectAsync(cancel);
        return await _engine.ShrinkAsync(connection, pages, cancel);
    });

    public ValueTask DisposeAsync() => _engine.DisposeAsync();

    private async Task<DbConnection> ConnectAsync(CancellationToken cancel)
    {
        var isGone = _engine.IsGone();
        var connection = await _engine.ConnectAsync(cancel);
        try
        {
            await (isGone ? Update().ApplyAsync(connection, cancel) : Task.CompletedTask);
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
        catch (Exception error) when (error is DbException
            or DamagedRowException
            or IOException
            or UnauthorizedAccessException
            or TimeoutException)
        {
            throw _engine.Explain(error);
        }
    }
}
