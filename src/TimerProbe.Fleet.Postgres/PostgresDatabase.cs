using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using Npgsql;

namespace TimerProbe.Fleet.Postgres;

/// <summary>A store in a PostgreSQL database, which the nodes of one server share. Its text shows no password.</summary>
public sealed class PostgresDatabase
{
    private const string IdleInTransaction = "25P03";

    private readonly NpgsqlConnectionStringBuilder _settings;

    private PostgresDatabase(NpgsqlConnectionStringBuilder settings) => (_settings, Target) = (
        settings,
        StoreTarget.OfDatabase($"the database {settings.Database} on {settings.Host}:{settings.Port}"));

    public StoreTarget Target { get; }

    /// <summary>What the connection string leaves unverified on a network, as a sentence without a full stop; null for nothing.</summary>
    public string? NotVerified => !IsOverNetwork(_settings) || _settings.SslMode == SslMode.VerifyFull ? null
        : $"the store's connection string says SSL Mode={_settings.SslMode}: it does not verify that {_settings.Host} is the real server";

    /// <summary>Reads Npgsql's connection string. A remote server is verified by certificate and name, unless SSL Mode is set.</summary>
    /// <param name="password">The account's password; null for none.</param>
    /// <exception cref="StoreException">It is not a connection string, or holds a password. The message does not repeat it.</exception>
    public static PostgresDatabase Parse(string connectionString, string? password = null)
    {
        var settings = Read(connectionString);
        if (settings.Password is { Length: > 0 } || settings.SslPassword is { Length: > 0 })
        {
            throw Invalid(
                "it holds a password: remove it, and name where it is kept with store.passwordFile, passwordEnvironment or windowsCredential");
        }

        if (string.IsNullOrEmpty(settings.Host) || string.IsNullOrEmpty(settings.Database))
        {
            throw Invalid($"it lacks {(string.IsNullOrEmpty(settings.Host) ? "Host" : "Database")}");
        }

        if (IsOverNetwork(settings) && !settings.ShouldSerialize("SSL Mode"))
        {
            settings.SslMode = SslMode.VerifyFull;
        }

        settings.Password = password;
        return new PostgresDatabase(settings);
    }

    /// <summary>Opens the store, makes it if it is to be written and not there, and brings it to the form this program knows.</summary>
    /// <exception cref="StoreException">It cannot be opened, is damaged, or of a newer form.</exception>
    public Task<FleetStore> OpenAsync(StoreOptions options, CancellationToken cancellationToken) =>
        FleetStore.OpenAsync(Target, CreateEngine(options), options, cancellationToken);

    internal PostgresEngine CreateEngine(StoreOptions options) => new(_settings, Target, options);

    internal static StoreException Invalid(string reason) => new(
        StoreErrorKind.BadTarget,
        $"this connection string names no store: {reason}. It is one of Npgsql: Host=...;Database=...;Username=...");

    internal static bool IsOverNetwork(NpgsqlConnectionStringBuilder settings) =>
        settings.Host!.Split(',').Any(host => !Path.IsPathRooted(host) && !host.StartsWith('@'));

    internal static StoreException Explain(Exception error, StoreTarget target) => error switch
    {
        StoreException known => known,
        InvalidDataException => new(
            StoreErrorKind.Corrupt,
            $"{target} holds a value that this program did not write: it is damaged. Restore a copy, or name another.",
            error),
        PostgresException server => Explain(server, target),
        NpgsqlException { InnerException: AuthenticationException or CryptographicException } => new(
            StoreErrorKind.CannotConnect,
            $"{target} is not used, for no verified TLS connection to it came about: {error.InnerException.Message.TrimEnd('.')}. Name its authority with Root Certificate, and it as its certificate does with Host.",
            error),
        NpgsqlException { InnerException: AggregateException { InnerExceptions: [.., var last] } } => Explain(last, target),
        NpgsqlException when error.Message.StartsWith("SSL connection requested.", StringComparison.Ordinal) => new(
            StoreErrorKind.CannotConnect,
            $"{target} offers no TLS, which keeps what is sent from others: set ssl = on there, or do without in words, with SSL Mode=Disable.",
            error),
        NpgsqlException { InnerException: SocketException socket } => new(
            StoreErrorKind.CannotConnect, $"{target} cannot be reached: {socket.Message}", error),
        NpgsqlException { InnerException: TimeoutException } or TimeoutException => new(
            StoreErrorKind.CannotConnect, $"{target} does not answer in time.", error),
        NpgsqlException when error.Message.StartsWith("No password has been provided", StringComparison.Ordinal) => new(
            StoreErrorKind.NoRights,
            $"{target} wants a password and none was given: name where it is kept with store.passwordFile, passwordEnvironment or windowsCredential.",
            error),
        NpgsqlException => new(StoreErrorKind.CannotConnect, $"the connection to {target} failed: {error.Message}", error),
        _ => new(StoreErrorKind.Failed, $"{target} refused: {error.Message}", error),
    };

    private static NpgsqlConnectionStringBuilder Read(string text)
    {
        try
        {
            return new NpgsqlConnectionStringBuilder(text);
        }
        catch (Exception ex) when (ex is ArgumentException or FormatException or InvalidOperationException or OverflowException)
        {
            throw Invalid("it is not Keyword=value;Keyword=value with keywords and values that Npgsql knows");
        }
    }

    private static StoreException Explain(PostgresException error, StoreTarget target) => error.SqlState switch
    {
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification => new(
            StoreErrorKind.NoRights,
            $"{target} refused the login: {error.MessageText}. Check Username and the password that the configuration refers to.",
            error),
        PostgresErrorCodes.InvalidCatalogName => new(
            StoreErrorKind.BadTarget, $"{target} does not exist. Create it, or correct the connection string.", error),
        PostgresErrorCodes.InsufficientPrivilege => new(
            StoreErrorKind.NoRights,
            $"the account may not do that in {target}: {error.MessageText}. A server has an account that owns the database, or the schema of its tables.",
            error),
        PostgresErrorCodes.ReadOnlySqlTransaction => new(
            StoreErrorKind.ReadOnly, $"{target} can be read but not written: {error.MessageText}.", error),
        PostgresErrorCodes.LockNotAvailable => new(
            StoreErrorKind.Busy, $"{target} was being written by another process for too long. Try again when it is done.", error),
        IdleInTransaction => new(
            StoreErrorKind.Busy,
            $"{target} went on without this run, which stood still for too long while it was saved: nothing of it was saved.",
            error),
        PostgresErrorCodes.DiskFull => new(StoreErrorKind.DiskFull, $"the disk of {target} is full: nothing of this run was saved.", error),
        PostgresErrorCodes.DataCorrupted or PostgresErrorCodes.IndexCorrupted => new(
            StoreErrorKind.Corrupt, $"{target} is damaged: {error.MessageText}.", error),
        PostgresErrorCodes.TooManyConnections
            or PostgresErrorCodes.CannotConnectNow
            or PostgresErrorCodes.AdminShutdown
            or PostgresErrorCodes.CrashShutdown => new(
            StoreErrorKind.CannotConnect, $"{target} takes no connections now: {error.MessageText}.", error),
        _ => new(StoreErrorKind.Failed, $"{target} refused: {error.MessageText}", error),
    };
}
