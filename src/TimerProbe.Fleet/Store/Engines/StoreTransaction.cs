using System.Data.Common;

namespace TimerProbe.Fleet.Store.Engines;

/// <summary>A transaction that is undone unless it is committed. Undoing throws nothing: an error on its way out is worth more.</summary>
internal abstract class StoreTransaction : IAsyncDisposable
{
    /// <summary>What the commands in it have to name; null where they need not.</summary>
    public virtual DbTransaction? Own => null;

    public abstract Task CommitAsync(CancellationToken cancel);

    public abstract ValueTask DisposeAsync();
}

/// <summary>
/// A transaction by its statements. SQLite undoes one by itself when its disk is full, and SqliteTransaction then fails for good
/// because there is none left to undo.
/// </summary>
internal sealed class SqliteStatementTransaction : StoreTransaction
{
    private readonly DbConnection _connection;
    private bool _isOpen = true;

    private SqliteStatementTransaction(DbConnection connection) => _connection = connection;

    public static async Task<StoreTransaction> BeginAsync(DbConnection connection, string begin, CancellationToken cancel)
    {
        await RunAsync(connection, begin, cancel);
        return new SqliteStatementTransaction(connection);
    }

    public override async Task CommitAsync(CancellationToken cancel)
    {
        await RunAsync(_connection, "COMMIT", cancel);
        _isOpen = false;
    }

    public override async ValueTask DisposeAsync()
    {
        if (!_isOpen)
        {
            return;
        }

        try
        {
            await RunAsync(_connection, "ROLLBACK", CancellationToken.None);
        }
        catch (DbException)
        {
            // It is undone already.
        }
    }

    private static async Task RunAsync(DbConnection connection, string text, CancellationToken cancel)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = text;
        await command.ExecuteNonQueryAsync(cancel);
    }
}

/// <summary>A transaction of PostgreSQL.</summary>
internal sealed class PostgresTransaction(DbTransaction own) : StoreTransaction
{
    public override DbTransaction? Own => own;

    public override Task CommitAsync(CancellationToken cancel) => own.CommitAsync(cancel);

    public override async ValueTask DisposeAsync()
    {
        try
        {
            await own.DisposeAsync();
        }
        catch (DbException)
        {
            // The connection is gone, and the transaction with it.
        }
    }
}
