using System.Data;
using System.Data.Common;
using Npgsql;

namespace TimerProbe.Fleet.Postgres;

/// <summary>
/// A PostgreSQL database. The tables lie in the schema <c>timerprobe</c>, or where <c>Search Path</c> says. Writers queue at an
/// advisory lock, so that a transaction that writes is alone, as with a file.
/// </summary>
internal sealed class PostgresEngine : StoreEngine
{
    private const string OwnSchema = "timerprobe";
    private const int RowsOfBatch = 1000;
    private const int KeepAliveSeconds = 30;

    private const int ConnectSeconds = 15;

    private const int AliveSeconds = 10;

    private const int IdleSeconds = 60;

    /// <summary>
    /// A writer that says nothing for so long is stopped, or cut off: the server undoes what it began, and lets the others write.
    /// Who waits long for others may have much to compare between two statements, on a busy machine.
    /// </summary>
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan MaxPause = TimeSpan.FromSeconds(5);

    private readonly NpgsqlDataSource _source;
    private readonly Lazy<NpgsqlDataSource> _quartzDataSource;
    private readonly StoreTarget _target;
    private readonly StoreAccess _access;
    private readonly string _schema;
    private readonly TimeSpan _busyTimeout;

    public PostgresEngine(NpgsqlConnectionStringBuilder given, StoreTarget target, StoreOptions options)
        : base(options.Time)
    {
        (_target, _access, _busyTimeout) = (target, options.Access, options.BusyTimeout);
        var settings = new NpgsqlConnectionStringBuilder(given.ConnectionString)
        {
            ApplicationName = given.ApplicationName ?? "timerprobe-server",
            Timeout = given.ShouldSerialize("Timeout")
                ? given.Timeout
                : (int)Math.Clamp(options.BusyTimeout.TotalSeconds, 1, ConnectSeconds),
            CommandTimeout = (int)Math.Ceiling(options.AnswerTimeout.TotalSeconds),
            IncludeErrorDetail = false,
            KeepAlive = KeepAliveSeconds,
            SearchPath = given.SearchPath ?? OwnSchema,
        };
        if (!given.ShouldSerialize("Connection Idle Lifetime"))
        {
            settings.ConnectionIdleLifetime = Math.Max(IdleSeconds, settings.ConnectionPruningInterval);
        }

        if (PostgresDatabase.IsOverNetwork(settings))
        {
            // A socket in a folder refuses these.
            settings.TcpKeepAlive = settings.TcpKeepAlive || !given.ShouldSerialize("TCP Keepalive");
            settings.TcpKeepAliveTime = given.ShouldSerialize("TCP Keepalive Time") ? settings.TcpKeepAliveTime : KeepAliveSeconds;
        }

        _schema = settings.SearchPath.Split(',')[0].Trim(' ', '"');
        // What was set in a session once must last: it is not reset between two uses.
        var lent = new NpgsqlConnectionStringBuilder(settings.ConnectionString) { NoResetOnClose = true };
        _quartzDataSource = new(() => Source(lent, ConfigureSession));
        try
        {
            _source = Source(settings);
        }
        catch (Exception ex) when (ex is ArgumentException or InvalidOperationException or NotSupportedException)
        {
            throw PostgresDatabase.Invalid($"its settings do not go together ({ex.Message.TrimEnd('.')})");
        }
    }

    public override string Dialect => "postgres";

    public override bool HasClock => true;

    public override DbDataSource DataSource => _quartzDataSource.Value;

    public override async Task PrepareAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        if (_access == StoreAccess.Read && !await HasJournalAsync(new StoreSession(this, connection, transaction: null, cancellationToken)))
        {
            throw new StoreException(
                StoreErrorKind.NotFound,
                $"there is no store in {_target}: no server has been started on it yet.");
        }

        await using var exists = new NpgsqlCommand(
            "SELECT COUNT(*) FROM pg_namespace WHERE nspname = @schema", (NpgsqlConnection)connection);
        exists.Parameters.AddWithValue("schema", _schema);
        if ((long)(await exists.ExecuteScalarAsync(cancellationToken))! == 0)
        {
            await using var transaction = await BeginWriteAsync(connection, cancellationToken);
            await using var make = new NpgsqlCommand(
                $"CREATE SCHEMA IF NOT EXISTS \"{_schema.Replace("\"", "\"\"", StringComparison.Ordinal)}\"", (NpgsqlConnection)connection);
            await make.ExecuteNonQueryAsync(cancellationToken);
            await transaction.CommitAsync(cancellationToken);
        }
    }

    public override async Task<bool> HasJournalAsync(StoreSession session) =>
        await session.FirstAsync("postgres-has-journal", row => row.Long(0), ("schema", _schema)) > 0;

    public override async Task<DbConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        var connection = await _source.OpenConnectionAsync(cancellationToken);
        try
        {
            return await KeptAliveAsync(connection, cancellationToken);
        }
        catch (NpgsqlException)
        {
            // The server was restarted since a session was last used, perhaps hours ago, or
            // the line to it is dead: none of the pool is left, nor of those that are lent, which are not asked before their use.
            _source.Clear();
            if (_quartzDataSource.IsValueCreated)
            {
                _quartzDataSource.Value.Clear();
            }

            return await KeptAliveAsync(await _source.OpenConnectionAsync(cancellationToken), cancellationToken);
        }
    }

    public override async Task<StoreTransaction> BeginReadAsync(DbConnection connection, CancellationToken cancellationToken) =>
        Transaction(await connection.BeginTransactionAsync(IsolationLevel.RepeatableRead, cancellationToken));

    public override async Task<StoreTransaction> BeginWriteAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        var transaction = Transaction(await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellationToken));
        try
        {
            await using var command = new NpgsqlCommand(StoreSql.Query("postgres-write-alone"), (NpgsqlConnection)connection);
            command.Parameters.AddWithValue("lock_timeout", Milliseconds(_busyTimeout));
            command.Parameters.AddWithValue("idle_timeout", Milliseconds(MaxSilence));
            command.Parameters.AddWithValue("schema", _schema);
            await TakeAsync(command, cancellationToken);
            return transaction;
        }
        catch
        {
            await transaction.DisposeAsync();
            throw;
        }
    }

    private static StoreTransaction Transaction(DbTransaction own) => new(own.CommitAsync, () => own.DisposeAsync().AsTask(), own);

    private async Task TakeAsync(NpgsqlCommand writersLock, CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var ending = EndSilentAsync(over.Token);
        try
        {
            await writersLock.ExecuteNonQueryAsync(cancellationToken);
        }
        finally
        {
            // The session with the lock waits for nothing else while it has it.
            await over.CancelAsync();
            await ending;
        }
    }

    private async Task EndSilentAsync(CancellationToken over)
    {
        var pause = _busyTimeout / 2 < MaxPause ? _busyTimeout / 2 : MaxPause;
        while (!over.IsCancellationRequested)
        {
            try
            {
                await Task.Delay(pause, over);
                await using var connection = await _source.OpenConnectionAsync(over);
                await using var end = new NpgsqlCommand(StoreSql.Query("postgres-end-silent"), connection);
                end.Parameters.AddWithValue("schema", _schema);
                end.Parameters.AddWithValue("silence", MaxSilence.TotalMilliseconds);
                await end.ExecuteNonQueryAsync(over);
            }
            catch (Exception ex) when (ex is NpgsqlException or TimeoutException or OperationCanceledException)
            {
                // Another account's session, or no room for one more: what is waited for ends by its own limit.
            }
        }
    }

    public override async Task ExecuteAsync(
        DbConnection connection,
        StoreTransaction? transaction,
        IEnumerable<(string Text, string[] Names, object?[] Values)> statements,
        CancellationToken cancellationToken)
    {
        foreach (var part in statements.Chunk(RowsOfBatch))
        {
            await using var batch = new NpgsqlBatch((NpgsqlConnection)connection, (NpgsqlTransaction?)transaction?.Own);
            foreach (var (text, names, values) in part)
            {
                var command = new NpgsqlBatchCommand(text);
                for (var i = 0; i < names.Length; i++)
                {
                    command.Parameters.AddWithValue(names[i], StoreSession.Value(values[i]));
                }

                batch.BatchCommands.Add(command);
            }

            await batch.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    public override StoreException Explain(Exception error) => PostgresDatabase.Explain(error, _target);

    public override TimeSpan Pause => TimeSpan.Zero;

    public override Task<(long Bytes, long Left)> ShrinkAsync(DbConnection connection, long pages, CancellationToken cancellationToken) =>
        Task.FromResult((0L, 0L));

    public override async ValueTask DisposeAsync()
    {
        await _source.DisposeAsync();
        if (_quartzDataSource.IsValueCreated)
        {
            await _quartzDataSource.Value.DisposeAsync();
        }
    }

    /// <summary>The server has to notice when this machine is lost: by default it asks for the first time after two hours.</summary>
    private static async Task<NpgsqlConnection> KeptAliveAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            await using var keep = new NpgsqlCommand(StoreSql.Query("postgres-keepalive"), connection);
            keep.CommandTimeout = Math.Min(keep.CommandTimeout, AliveSeconds);
            await keep.ExecuteNonQueryAsync(cancellationToken);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    private static void ConfigureSession(NpgsqlSlimDataSourceBuilder source)
    {
        var lent = $"{StoreSql.Query("postgres-keepalive")};{StoreSql.Query("postgres-lent")}";
        source.UsePhysicalConnectionInitializer(
            connection =>
            {
                using var settings = new NpgsqlCommand(lent, connection);
                settings.ExecuteNonQuery();
            },
            async connection =>
            {
                await using var settings = new NpgsqlCommand(lent, connection);
                await settings.ExecuteNonQueryAsync();
            });
    }

    private static NpgsqlDataSource Source(NpgsqlConnectionStringBuilder settings, Action<NpgsqlSlimDataSourceBuilder>? more = null)
    {
        // Of several hosts, the session attributes choose one.
        var session = settings.TargetSessionAttributes;
        settings.TargetSessionAttributes = null;
        var source = new NpgsqlSlimDataSourceBuilder(settings.ConnectionString);
        source.EnableTransportSecurity();
        source.EnableIntegratedSecurity();
        source.EnableArrays();
        more?.Invoke(source);
        return settings.Host!.Contains(',', StringComparison.Ordinal) && session is not null
            ? source.BuildMultiHost().WithTargetSession(
                Enum.Parse<TargetSessionAttributes>(session.Replace("-", "", StringComparison.Ordinal), ignoreCase: true))
            : source.Build();
    }

    private static string Milliseconds(TimeSpan time) =>
        ((long)time.TotalMilliseconds).ToString();
}
