namespace TimerProbe.Fleet.Store;

/// <summary>What the engines differ in. Everything else is one code on System.Data.Common.</summary>
internal abstract class StoreEngine(TimeProvider time) : IAsyncDisposable
{
    public TimeProvider Time => time;

    public abstract string Dialect { get; }

    public abstract Task PrepareAsync(DbConnection connection, CancellationToken cancellationToken);

    public virtual bool IsGone() => false;

    public abstract Task<bool> HasJournalAsync(StoreSession session);

    /// <summary>Connections for tables of others beside its own; null where it shares with nobody.</summary>
    public virtual DbDataSource? DataSource => null;

    public abstract Task<DbConnection> ConnectAsync(CancellationToken cancellationToken);

    public abstract Task<StoreTransaction> BeginReadAsync(DbConnection connection, CancellationToken cancellationToken);

    public abstract Task<StoreTransaction> BeginWriteAsync(DbConnection connection, CancellationToken cancellationToken);

    public abstract Task ExecuteAsync(
        DbConnection connection,
        StoreTransaction? transaction,
        IEnumerable<(string Text, string[] Names, object?[] Values)> statements,
        CancellationToken cancellationToken);

    public abstract bool HasClock { get; }

    /// <summary>Claims those servers for a scan that nobody else holds; null where there is nobody else.</summary>
    public virtual Task<ScanClaims?> ClaimAsync(IEnumerable<string> servers, LockHolder owner, CancellationToken cancellationToken) =>
        Task.FromResult<ScanClaims?>(null);

    /// <summary>Takes the place of the server where a store is for one only, until disposed.</summary>
    /// <exception cref="StoreException">Another process has it.</exception>
    public virtual Task OccupyAsync(LockHolder server, CancellationToken cancellationToken) => Task.CompletedTask;

    public abstract StoreException Explain(Exception error);

    /// <summary>How long the store is left to others between two steps of work that can wait.</summary>
    public abstract TimeSpan Pause { get; }

    /// <summary>Gives room back after much was removed, at most so many pages: how many bytes, and how many are left.</summary>
    public abstract Task<(long Bytes, long Left)> ShrinkAsync(DbConnection connection, long pages, CancellationToken cancellationToken);

    public abstract ValueTask DisposeAsync();
}

/// <summary>A transaction undone unless it is committed. Undoing throws nothing: an error on its way out is worth more.</summary>
/// <param name="own">What the commands in it have to name; null where they need not.</param>
internal sealed class StoreTransaction(Func<CancellationToken, Task> commit, Func<Task> end, DbTransaction? own = null) : IAsyncDisposable
{
    public DbTransaction? Own => own;

    public Task CommitAsync(CancellationToken cancellationToken) => commit(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        try
        {
            await end();
        }
        catch (DbException)
        {
            // It is undone already, or the connection is gone and the transaction with it.
        }
    }
}
