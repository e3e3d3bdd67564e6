using System.Data.Common;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Engines;

/// <summary>
/// A transaction by its statements. SQLite undoes one by itself when its disk is full, and SqliteTransaction then fails for good
/// because there is none left to undo.
/// </summary>
internal sealed class SqliteStatementTransaction : StoreTransaction
{
    private readonly DbConnection _connection;
    private readonly SemaphoreSlim? _turn;
    private bool _isOpen = true;

    private SqliteStatementTransaction(DbConnection connection, SemaphoreSlim? turn) => (_connection, _turn) = (connection, turn);

    /// <summary>Begins one by a statement; <paramref name="turn"/> is released at its end.</summary>
    public static async Task<StoreTransaction> BeginAsync(
        DbConnection connection, string begin, CancellationToken cancel, SemaphoreSlim? turn = null)
    {
        await SqliteEngine.RunAsync(connection, begin, cancel);
        return new SqliteStatementTransaction(connection, turn);
    }

    public override async Task CommitAsync(CancellationToken cancel)
    {
        await SqliteEngine.RunAsync(_connection, "COMMIT", cancel);
        _isOpen = false;
    }

    public override async ValueTask DisposeAsync()
    {
        try
        {
            await (_isOpen ? SqliteEngine.RunAsync(_connection, "ROLLBACK", CancellationToken.None) : Task.CompletedTask);
        }
        catch (DbException)
        {
            // It is undone already.
        }
        finally
        {
            _turn?.Release();
        }
    }
}
