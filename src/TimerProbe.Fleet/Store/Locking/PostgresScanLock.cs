using Npgsql;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Locking;

/// <summary>An advisory lock of a session that does nothing else; a row says who holds it.</summary>
internal sealed class PostgresScanLock : ScanLock
{
    private readonly NpgsqlConnection _connection;

    private PostgresScanLock(NpgsqlConnection connection) => _connection = connection;

    public static async Task<ScanLockAttempt> TryAcquireAsync(NpgsqlConnection connection, string schema, ScanLockHolder owner, CancellationToken cancel)
    {
        try
        {
            await using var take = Command(connection, "postgres-scan-lock", ("schema", schema));
            if ((bool)(await take.ExecuteScalarAsync(cancel))!)
            {
                await using var tell = Command(connection, "postgres-scan-lock-tell", ("holder", owner.Write()));
                await tell.ExecuteNonQueryAsync(cancel);
                return new ScanLockAttempt(new PostgresScanLock(connection), Holder: null);
            }

            await using var ask = Command(connection, "postgres-scan-lock-holder");
            var holder = ScanLockHolder.Read((string?)await ask.ExecuteScalarAsync(cancel));
            await connection.DisposeAsync();
            return new ScanLockAttempt(Lock: null, holder);
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    /// <summary>The pool would drop the session's locks only when the connection is next used.</summary>
    public override async ValueTask DisposeAsync()
    {
        try
        {
            await using var give = Command(_connection, "postgres-scan-unlock");
            await give.ExecuteNonQueryAsync();
        }
        catch (Exception lost) when (lost is NpgsqlException or InvalidOperationException)
        {
            // The session is gone, and the lock with it.
        }

        await _connection.DisposeAsync();
    }

    private static NpgsqlCommand Command(NpgsqlConnection connection, string query, params (string Name, string Value)[] parameters)
    {
        var command = new NpgsqlCommand(StoreSql.Query(query), connection);
        foreach (var (name, value) in parameters)
        {
            command.Parameters.AddWithValue(name, value);
        }

        return command;
    }
}
