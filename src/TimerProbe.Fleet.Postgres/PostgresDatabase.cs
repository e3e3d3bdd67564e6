using System.Globalization;
using Npgsql;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Fleet.Postgres;

/// <summary>A store in a PostgreSQL database, which the nodes of one server share. Its text shows no password.</summary>
public sealed class PostgresDatabase
{
    private readonly NpgsqlConnectionStringBuilder _settings;

    private PostgresDatabase(NpgsqlConnectionStringBuilder settings) => (_settings, Target) = (
        settings,
        StoreTarget.OfDatabase(string.Create(
            CultureInfo.InvariantCulture, $"the database {settings.Database} on {settings.Host}:{settings.Port}")));

    /// <summary>The database and where it is.</summary>
    public StoreTarget Target { get; }

    /// <summary>
    /// What the connection string leaves unverified of a server on a network, as a sentence without a full stop; null for nothing.
    /// </summary>
    public string? NotVerified => !IsOverNetwork(_settings) || _settings.SslMode == SslMode.VerifyFull ? null
        : $"the store's connection string says SSL Mode={_settings.SslMode}: whoever answers as {_settings.Host} is believed";

    /// <summary>
    /// Reads a connection string of Npgsql. A server on a network is verified by its certificate and name, unless the string has an SSL
    /// Mode.
    /// </summary>
    /// <param name="connectionString">The connection string, without a password.</param>
    /// <param name="password">The account's password; null for none.</param>
    /// <exception cref="StoreException">It is none, or holds a password. The message does not repeat it.</exception>
    public static PostgresDatabase Parse(string connectionString, string? password = null)
    {
        var settings = Read(connectionString);
        if (settings.Password is { Length: > 0 } || settings.SslPassword is { Length: > 0 })
        {
            throw Bad(
                "it holds a password: remove it, and name where it is kept with store.passwordFile, passwordEnvironment or windowsCredential");
        }

        if (string.IsNullOrEmpty(settings.Host) || string.IsNullOrEmpty(settings.Database))
        {
            throw Bad($"it lacks {(string.IsNullOrEmpty(settings.Host) ? "Host" : "Database")}");
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
    public Task<FleetStore> OpenAsync(StoreOptions options, CancellationToken cancel) =>
        FleetStore.OpenAsync(Target, CreateEngine(options), options, cancel);

    internal PostgresEngine CreateEngine(StoreOptions options) => new(_settings, Target, options);

    internal static StoreException Bad(string why) => new(
        StoreErrorKind.BadTarget, $"this connection string names no store: {why}. It is one of Npgsql: Host=...;Database=...;Username=...");

    internal static bool IsOverNetwork(NpgsqlConnectionStringBuilder settings) =>
        settings.Host!.Split(',').Any(host => !Path.IsPathRooted(host) && !host.StartsWith('@'));

    private static NpgsqlConnectionStringBuilder Read(string text)
    {
        try
        {
            return new NpgsqlConnectionStringBuilder(text);
        }
        catch (Exception wrong) when (wrong is ArgumentException or FormatException or InvalidOperationException or OverflowException)
        {
            throw Bad("it is not Keyword=value;Keyword=value with keywords and values that Npgsql knows");
        }
    }
}
