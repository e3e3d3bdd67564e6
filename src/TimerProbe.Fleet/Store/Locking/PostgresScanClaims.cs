using Npgsql;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Locking;

/// <summary>
/// Advisory locks of a session that does nothing else, and a row for each that says who holds it. The session may end before the scan does,
/// as with a server that is restarted: whether another has claimed a server since is told by the token in its row.
/// </summary>
internal sealed class PostgresScanClaims : ScanClaims
{
    private readonly NpgsqlConnection _connection;

    private PostgresScanClaims(NpgsqlConnection connection, IEnumerable<string> own, Dictionary<string, LockHolder?> others, string token)
        : base(own, others, token) => _connection = connection;

    /// <summary>Takes what is free, by one statement that also writes down who takes it. The connection is its own from now on.</summary>
    public static async Task<ScanClaims> TakeAsync(
        NpgsqlConnection connection, string schema, IReadOnlyList<string> servers, LockHolder owner, CancellationToken cancel)
    {
        try
        {
            var token = Guid.NewGuid().ToString("N");
            var others = new Dictionary<string, LockHolder?>(StringComparer.Ordinal);
            await using var claim = Command(
                connection,
                "postgres-claim",
                ("schema", schema),
                ("servers", string.Join('\n', servers)),
                ("holder", owner.Write()),
                ("token", token));
            await using var held = await claim.ExecuteReaderAsync(cancel);
            while (await held.ReadAsync(cancel))
            {
                others[held.GetString(0)] = LockHolder.Read(await held.IsDBNullAsync(1, cancel) ? null : held.GetString(1));
            }

            return new PostgresScanClaims(connection, servers.Except(others.Keys, StringComparer.Ordinal), others, token);
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
            await using var give = Command(_connection, "postgres-claim-release");
            await give.ExecuteNonQueryAsync();
        }
        catch (Exception lost) when (lost is NpgsqlException or InvalidOperationException)
        {
            // The session is gone, and the locks with it.
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
