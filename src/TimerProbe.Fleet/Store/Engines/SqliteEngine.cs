using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace TimerProbe.Fleet.Store;

/// <summary>A SQLite file with a write-ahead log: one writes while others read, and a commit is on disk when it returns.</summary>
internal sealed class SqliteEngine : StoreEngine
{
    private const int MaxValueLength = 32 << 20;

    private readonly string _file;
    private readonly StoreOptions _options;
    private readonly string _connectionString;

    private readonly SemaphoreSlim _turn = new(1, 1);

    private LockFile? _occupied;

    public SqliteEngine(string file, StoreOptions options)
        : base(options.Time)
    {
        SqliteLibrary.Init();
        (_file, _options) = (file, options);
        _connectionString = new SqliteConnectionStringBuilder
        {
            DataSource = file,
            Mode = options.Access == StoreAccess.Write ? SqliteOpenMode.ReadWriteCreate : SqliteOpenMode.ReadWrite,
            DefaultTimeout = (int)Math.Ceiling(options.BusyTimeout.TotalSeconds),
            ForeignKeys = true,
        }.ToString();
    }

    public override string Dialect => "sqlite";

    public override bool HasClock => false;

    public override async Task PrepareAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        if (await ScalarAsync(connection, "SELECT COUNT(*) FROM sqlite_master", cancellationToken) == 0)
        {
            await RunAsync(connection, "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;", cancellationToken);
        }
        else if (await ScalarAsync(connection, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'schema_script'", cancellationToken) == 0)
        {
            throw new StoreException(
                StoreErrorKind.NotAStore, $"{_file} is a database of another program. Name another file with --store.");
        }
    }

    public override bool IsGone()
    {
        if (File.Exists(_file))
        {
            return false;
        }

        ForgetConnections();
        return true;
    }

    public override async Task<bool> HasJournalAsync(StoreSession session) =>
        await session.FirstAsync("sqlite-has-journal", row => row.Long(0)) > 0;

    public override async Task<DbConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        StoreTarget.AssertRegular(_file);
        MakeFolder();
        var connection = new SqliteConnection(_connectionString);
        try
        {
            await connection.OpenAsync(cancellationToken);
            raw.sqlite3_limit(connection.Handle, raw.SQLITE_LIMIT_LENGTH, MaxValueLength);
            await RunAsync(connection, "PRAGMA busy_timeout = 250; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000;", cancellationToken);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    public override Task<StoreTransaction> BeginReadAsync(DbConnection connection, CancellationToken cancellationToken) =>
        BeginAsync(connection, "BEGIN", cancellationToken);

    public override async Task<StoreTransaction> BeginWriteAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        if (!await _turn.WaitAsync(_options.BusyTimeout, cancellationToken))
        {
            throw new SqliteException("database is locked", raw.SQLITE_BUSY);
        }

        try
        {
            return await BeginAsync(connection, "BEGIN IMMEDIATE", cancellationToken, _turn);
        }
        catch
        {
            _turn.Release();
            throw;
        }
    }

    /// <summary>A transaction by statements: SQLite undoes one itself on a full disk, and SqliteTransaction then fails for good.</summary>
    private static async Task<StoreTransaction> BeginAsync(
        DbConnection connection, string begin, CancellationToken cancellationToken, SemaphoreSlim? turn = null)
    {
        await RunAsync(connection, begin, cancellationToken);
        var isOpen = true;
        return new StoreTransaction(CommitAsync, EndAsync);

        async Task CommitAsync(CancellationToken cancellationToken)
        {
            await RunAsync(connection, "COMMIT", cancellationToken);
            isOpen = false;
        }

        async Task EndAsync()
        {
            try
            {
                await (isOpen ? RunAsync(connection, "ROLLBACK", CancellationToken.None) : Task.CompletedTask);
            }
            finally
            {
                turn?.Release();
            }
        }
    }

    public override async Task ExecuteAsync(
        DbConnection connection,
        StoreTransaction? transaction,
        IEnumerable<(string Text, string[] Names, object?[] Values)> statements,
        CancellationToken cancellationToken)
    {
        await using var command = connection.CreateCommand();
        foreach (var (text, names, values) in statements)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (command.CommandText != text)
            {
                command.CommandText = text;
                command.Parameters.Clear();
                foreach (var name in names)
                {
                    var parameter = command.CreateParameter();
                    parameter.ParameterName = name;
                    command.Parameters.Add(parameter);
                }
            }

            for (var i = 0; i < values.Length; i++)
            {
                command.Parameters[i].Value = StoreSession.Value(values[i]);
            }

            await command.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    public override async Task<ScanClaims?> ClaimAsync(
        IEnumerable<string> servers, LockHolder owner, CancellationToken cancellationToken) =>
        await ScanClaims.TakeAsync(_file, servers, owner, cancellationToken);

    public override async Task OccupyAsync(LockHolder server, CancellationToken cancellationToken)
    {
        var file = LockFile.Beside(_file, ".server-lock");
        _occupied = LockFile.TryTake(file, server) ?? throw new StoreException(
            StoreErrorKind.Occupied,
            $"{_file} is served by another process already, and a store in a file is for one server: {LockHolder.Words(await LockFile.ReadHolderAsync(file, cancellationToken))}. End that one, name another file with --store, or use PostgreSQL, which several share.");
    }

    public override StoreException Explain(Exception error) => error switch
    {
        StoreException known => known,
        InvalidDataException or SqliteException { SqliteErrorCode: raw.SQLITE_TOOBIG } => new(
            StoreErrorKind.Corrupt,
            $"the store {_file} holds a value that this program did not write: it is damaged. Put it aside and restore a copy, or name another file with --store; the file is left as it is.",
            error),
        SqliteException { SqliteErrorCode: raw.SQLITE_NOTADB or raw.SQLITE_CORRUPT } => new(
            StoreErrorKind.Corrupt,
            $"the store {_file} is damaged or no database. Put it aside and restore a copy, or name another file with --store; the damaged file is left as it is.",
            error),
        SqliteException and ({ SqliteErrorCode: raw.SQLITE_FULL } or { SqliteExtendedErrorCode: raw.SQLITE_IOERR_SHMSIZE }) => new(
            StoreErrorKind.DiskFull,
            $"the disk of the store {_file} is full: nothing of this run was saved. Free some room, or remove old runs with timerprobe history prune.",
            error),
        SqliteException { SqliteErrorCode: raw.SQLITE_READONLY or raw.SQLITE_PERM } => new(
            StoreErrorKind.ReadOnly,
            $"the store {_file} cannot be written by the account {Environment.UserName}: the file, or its folder, is read-only.",
            error),
        SqliteException { SqliteErrorCode: raw.SQLITE_BUSY or raw.SQLITE_LOCKED } => new(
            StoreErrorKind.Busy, $"the store {_file} was being written by another process for too long. Try again when it is done.", error),
        SqliteException { SqliteErrorCode: raw.SQLITE_CANTOPEN } when File.Exists(_file) => new(
            StoreErrorKind.NoRights,
            $"the account {Environment.UserName} may not open the store {_file}, or may not write to its folder, which also holds its log.",
            error),
        SqliteException { SqliteErrorCode: raw.SQLITE_CANTOPEN } => new(
            StoreErrorKind.NoRights,
            $"the store {_file} cannot be made: its folder may not exist, or the account {Environment.UserName} may not write there.",
            error),
        SqliteException { SqliteErrorCode: raw.SQLITE_IOERR } => new(
            StoreErrorKind.Failed, $"the disk of the store {_file} failed: {error.Message}", error),
        UnauthorizedAccessException => new(
            StoreErrorKind.NoRights,
            $"the store {_file} cannot be made: the account {Environment.UserName} may not write to its folder, or not make it.",
            error),
        IOException => new(StoreErrorKind.NoRights, $"the store {_file}, or its folder, cannot be made: {error.Message}", error),
        _ => new(StoreErrorKind.Failed, $"the store {_file} refused: {error.Message}", error),
    };

    /// <summary>Who waits for a file looks again after 150 ms at the latest.</summary>
    public override TimeSpan Pause => TimeSpan.FromMilliseconds(175);

    public override async Task<(long Bytes, long Left)> ShrinkAsync(
        DbConnection connection, long pages, CancellationToken cancellationToken)
    {
        var before = await ScalarAsync(connection, "PRAGMA page_count", cancellationToken);
        await VacuumAsync(connection, pages, cancellationToken);
        var after = await ScalarAsync(connection, "PRAGMA page_count", cancellationToken);
        return (
            Math.Max(0, before - after) * await ScalarAsync(connection, "PRAGMA page_size", cancellationToken),
            await ScalarAsync(connection, "PRAGMA freelist_count", cancellationToken));
    }

    public override async ValueTask DisposeAsync()
    {
        ForgetConnections();
        if (_occupied is not null)
        {
            await _occupied.DisposeAsync();
        }
    }

    private static async Task VacuumAsync(DbConnection connection, long pages, CancellationToken cancellationToken)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = $"PRAGMA incremental_vacuum({pages})";
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            // Each step gives back a page.
        }
    }

    private void ForgetConnections()
    {
        using var connection = new SqliteConnection(_connectionString);
        SqliteConnection.ClearPool(connection);
    }

    private static async Task RunAsync(DbConnection connection, string text, CancellationToken cancellationToken)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = text;
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private static async Task<long> ScalarAsync(DbConnection connection, string text, CancellationToken cancellationToken)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = text;
        return (long)(await command.ExecuteScalarAsync(cancellationToken))!;
    }

    private void MakeFile()
    {
        if (OperatingSystem.IsWindows() || File.Exists(_file))
        {
            return;
        }

        try
        {
            new FileStream(_file, NewFileMode.Options(FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite)).Dispose();
        }
        catch (IOException) when (File.Exists(_file))
        {
            // Another process was faster.
        }
    }

    private void MakeFolder()
    {
        if (_options.Access == StoreAccess.Write)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
            MakeFile();
        }
        else if (new FileInfo(_file) is not { Exists: true, Length: > 0 })
        {
            throw new StoreException(
                StoreErrorKind.NotFound,
                $"there is no store at {_file}: the first run with --save, or timerprobe-server, creates it; name another with --store.");
        }
    }
}
