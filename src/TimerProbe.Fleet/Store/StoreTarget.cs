using Npgsql;

namespace TimerProbe.Fleet.Store;

/// <summary>Where a store is: a file, or a PostgreSQL database. It holds no password.</summary>
public sealed class StoreTarget
{
    private const string KeywordPrefix = "postgres:";

    private StoreTarget(string? file, NpgsqlConnectionStringBuilder? postgres) => (File, Postgres) = (file, postgres);

    /// <summary>The file of this user on this machine, for when none is named: <c>timerprobe/timerprobe.db</c> in the folder for local data.</summary>
    public static StoreTarget Default => new(
        Path.Combine(
            Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify),
            OperatingSystem.IsWindows() ? "TimerProbe" : "timerprobe",
            "timerprobe.db"),
        postgres: null);

    /// <summary>The file's full path; null for a database server.</summary>
    public string? File { get; }

    /// <summary>The store and whoever asks it in one line, the same in whatever form it was named.</summary>
    public string Key => File ?? string.Create(
        System.Globalization.CultureInfo.InvariantCulture, $"postgres://{Postgres!.Username}@{Postgres.Host}:{Postgres.Port}/{Postgres.Database}?{Postgres.SearchPath}");

    internal NpgsqlConnectionStringBuilder? Postgres { get; }

    /// <summary>What of a server on a network is taken on trust because the target says so, as a sentence; null when nothing.</summary>
    public string? NotVerified => Postgres is null ? null : PostgresSecurity.NotVerified(Postgres);

    /// <summary>Reads a file's path, <c>postgres:Host=...;Database=...</c> or <c>postgres://user@host:port/database?name=value</c>.</summary>
    /// <exception cref="StoreException">The text is neither, or holds a password.</exception>
    public static StoreTarget Parse(string text)
    {
        if (string.IsNullOrWhiteSpace(text))
        {
            throw Bad("it is empty");
        }

        if (text.StartsWith("postgres://", StringComparison.OrdinalIgnoreCase) || text.StartsWith("postgresql://", StringComparison.OrdinalIgnoreCase))
        {
            return Checked(PostgresUri.Read(text));
        }

        if (text.StartsWith(KeywordPrefix, StringComparison.OrdinalIgnoreCase))
        {
            return Checked(PostgresKeywords.Read(text[KeywordPrefix.Length..]));
        }

        return text.Contains("://", StringComparison.Ordinal) ? throw Bad("only postgres:// is known of that form")
            : IsLogin(text) ? throw Bad("it looks like a login to a server")
            : OfFile(text);
    }

    /// <summary>The store in this file.</summary>
    /// <exception cref="StoreException">It cannot be the name of a file.</exception>
    public static StoreTarget OfFile(string path)
    {
        if (path.Contains('\0', StringComparison.Ordinal) || Path.EndsInDirectorySeparator(path) || Directory.Exists(path))
        {
            throw Bad($"{path.Replace('\0', '?')} is a folder, not a file");
        }

        return new StoreTarget(Path.GetFullPath(path), postgres: null);
    }

    /// <summary>The file, or server and database, for people.</summary>
    public override string ToString() => File ?? string.Create(
        System.Globalization.CultureInfo.InvariantCulture, $"the database {Postgres!.Database} on {Postgres.Host}:{Postgres.Port}");

    internal static StoreException Bad(string why) => new(
        StoreErrorKind.BadTarget, $"this names no store: {why}. Name a file, postgres:Host=...;Database=... or postgres://user@host/database.");

    /// <summary>The error of a target that names something which is not there.</summary>
    internal static StoreException Wrong(string why) => new(StoreErrorKind.BadTarget, why + ".");

    /// <summary>user:password@host: as the path of a file it would be shown.</summary>
    private static bool IsLogin(string text) =>
        text.IndexOf(':', StringComparison.Ordinal) is >= 0 and var colon && text.IndexOf('@', colon) is >= 0 and var at && text.AsSpan(0, at).IndexOfAny('/', '\\') < 0;

    private static StoreTarget Checked(NpgsqlConnectionStringBuilder postgres)
    {
        if (postgres.Password is { Length: > 0 })
        {
            throw Bad("it holds a password, which other users of this machine could read. Set TIMERPROBE_STORE_PASSWORD or PGPASSWORD, or use a password file, and remove it");
        }

        if (postgres.SslPassword is { Length: > 0 })
        {
            throw Bad("it holds the password of a key, which other users of this machine could read. Use a key that only this user can read, and remove it");
        }

        if (string.IsNullOrEmpty(postgres.Host))
        {
            throw Bad("it lacks Host");
        }

        if (string.IsNullOrEmpty(postgres.Database))
        {
            throw Bad("it lacks Database");
        }

        PostgresSecurity.SetDefaults(postgres);
        return new StoreTarget(file: null, postgres);
    }
}
