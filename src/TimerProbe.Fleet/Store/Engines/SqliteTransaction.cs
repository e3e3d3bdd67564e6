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
