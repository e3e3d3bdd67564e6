using System.Globalization;
using Npgsql;
using TimerProbe.Core.Names;

namespace TimerProbe.Fleet.Store;

/// <summary>Where a store is: a file, or a PostgreSQL database. It holds no password.</summary>
public sealed class StoreTarget
{
    private const string KeywordPrefix = "postgres:";

    private StoreTarget(string? file, NpgsqlConnectionStringBuilder? postgres) => (File, Postgres) = (file, postgres);

    /// <summary>This user's file for when none is named: <c>timerprobe/timerprobe.db</c> in the folder for local data.</summary>
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
        CultureInfo.InvariantCulture,
        $"postgres://{Postgres!.Username}@{Postgres.Host}:{Postgres.Port}/{Postgres.Database}?{Postgres.SearchPath}");

    internal NpgsqlConnectionStringBuilder? Postgres { get; }

    /// <summary>What of a server on a network is taken on trust because the target says so, as a sentence; null when nothing.</summary>
    public string? NotVerified => Postgres is null ? null : PostgresSecurity.NotVerified(Postgres);

    /// <summary>Reads a path, <c>postgres:Host=...;Database=...</c> or <c>postgres://user@host:port/database?name=value</c>.</summary>
    /// <exception cref="StoreException">The text is neither, or holds a password.</exception>
    public static StoreTarget Parse(string text)
    {
        if (string.IsNullOrWhiteSpace(text))
        {
            throw Bad("it is empty");
        }

        if (text.StartsWith("postgres://", StringComparison.OrdinalIgnoreCase)
            || text.StartsWith("postgresql://", StringComparison.OrdinalIgnoreCase))
        {
            return Checked(PostgresUri.Read(text));
        }

        if (text.StartsWith(KeywordPrefix, StringComparison.OrdinalIgnoreCase))
        {
            return Checked(OfKeywords(text[KeywordPrefix.Length..]));
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
        CultureInfo.InvariantCulture, $"the database {Postgres!.Database} on {Postgres.Host}:{Postgres.Port}");

    internal static StoreException Bad(string why) => new(
        StoreErrorKind.BadTarget,
        $"this names no store: {why}. Name a file, postgres:Host=...;Database=... or postgres://user@host/database.");

    /// <summary>The error of a target that names something which is not there.</summary>
    internal static StoreException Wrong(string why) => new(StoreErrorKind.BadTarget, why + ".");

    /// <summary>user:password@host: as the path of a file it would be shown.</summary>
    private static bool IsLogin(string text) =>
        text.IndexOf(':', StringComparison.Ordinal) is >= 0 and var colon
            && text.IndexOf('@', colon) is >= 0 and var at
            && text.AsSpan(0, at).IndexOfAny('/', '\\') < 0;

    /// <summary>The error never repeats the text: it may hold a secret.</summary>
    private static NpgsqlConnectionStringBuilder OfKeywords(string text)
    {
        try
        {
            return new NpgsqlConnectionStringBuilder(text);
        }
        catch (Exception wrong) when (wrong is ArgumentException or FormatException or InvalidOperationException or OverflowException)
        {
            throw Bad("what follows postgres: is not Keyword=value;Keyword=value with keywords that Npgsql knows");
        }
    }

    private static StoreTarget Checked(NpgsqlConnectionStringBuilder postgres)
    {
        if (postgres.Password is { Length: > 0 })
        {
            throw Bad(
                "it holds a password, which other users of this machine could read. Set TIMERPROBE_STORE_PASSWORD or PGPASSWORD, or use a password file, and remove it");
        }

        if (postgres.SslPassword is { Length: > 0 })
        {
            throw Bad(
                "it holds the password of a key, which other users of this machine could read. Use a key that only this user can read, and remove it");
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

/// <summary>
/// Reads <c>postgres://user@host:port/database?name=value</c> as PostgreSQL's own programs do, with the names of libpq. Its errors repeat
/// names only: a value may be a secret.
/// </summary>
internal static class PostgresUri
{
    /// <summary>The schema of the tables: libpq has no name for it.</summary>
    private const string Schema = "search_path";

    private static readonly Dictionary<string, Action<NpgsqlConnectionStringBuilder, string>> Names = new(StringComparer.Ordinal)
    {
        ["host"] = (to, value) => to.Host = value,
        ["port"] = (to, value) => to.Port = Number(value),
        ["dbname"] = (to, value) => to.Database = value,
        ["user"] = (to, value) => to.Username = value,
        ["password"] = (to, value) => to.Password = value,
        ["passfile"] = (to, value) => to.Passfile = value,
        ["sslmode"] = (to, value) => to.SslMode = Word<SslMode>(value),
        ["sslnegotiation"] = (to, value) => to.SslNegotiation = Word<SslNegotiation>(value),
        ["sslrootcert"] = (to, value) => to.RootCertificate = value,
        ["sslcert"] = (to, value) => to.SslCertificate = value,
        ["sslkey"] = (to, value) => to.SslKey = value,
        ["sslpassword"] = (to, value) => to.SslPassword = value,
        ["require_auth"] = (to, value) => to.RequireAuth = string.Join(',', value.Split(',').Select(Method)),
        ["channel_binding"] = (to, value) => to.ChannelBinding = Word<ChannelBinding>(value),
        ["gssencmode"] = (to, value) => to.GssEncryptionMode = Word<GssEncryptionMode>(value),
        ["krbsrvname"] = (to, value) => to.KerberosServiceName = value,
        ["connect_timeout"] = (to, value) => to.Timeout = Number(value),
        ["application_name"] = (to, value) => to.ApplicationName = value,
        ["client_encoding"] = (to, value) => to.ClientEncoding = value,
        ["options"] = (to, value) => to.Options = value,
        ["keepalives"] = (to, value) => to.TcpKeepAlive = Number(value) != 0,
        ["keepalives_idle"] = (to, value) => to.TcpKeepAliveTime = Number(value),
        ["keepalives_interval"] = (to, value) => to.TcpKeepAliveInterval = Number(value),
        ["target_session_attrs"] = (to, value) => to.TargetSessionAttributes = value,
        ["load_balance_hosts"] = (to, value) =>
            to.LoadBalanceHosts = value == "random" || (value == "disable" ? false : throw new FormatException()),
        [Schema] = (to, value) => to.SearchPath = value,
    };

    public static NpgsqlConnectionStringBuilder Read(string text)
    {
        var postgres = new NpgsqlConnectionStringBuilder();
        var reported = new HashSet<string>(StringComparer.Ordinal);
        foreach (var (name, value) in Parts(text[(text.IndexOf("://", StringComparison.Ordinal) + 3)..]))
        {
            if (!Names.TryGetValue(name, out var set))
            {
                throw StoreTarget.Bad($"it has no parameter \"{PlainText.OneLine(name)}\"; {Meant(name)}");
            }

            if (!reported.Add(name))
            {
                throw StoreTarget.Bad($"it says {name} twice");
            }

            try
            {
                set(postgres, value);
            }
            catch (Exception wrong) when (wrong is ArgumentException or FormatException or OverflowException)
            {
                throw StoreTarget.Bad($"the value of {name} is none that it can have");
            }
        }

        return postgres;
    }

    private static IEnumerable<(string Name, string Value)> Parts(string text)
    {
        var (place, query) = Cut(text, '?');
        var (authority, database) = Cut(place, '/');
        var at = authority.LastIndexOf('@');
        var (user, password) = Cut(authority[..Math.Max(at, 0)], ':');
        var hosts = authority[(at + 1)..].Split(',').Select(Host).ToList();
        IEnumerable<(string Name, string Value)> parts =
        [
            ("user", user), ("password", password), ("dbname", database),
            .. hosts is [var (host, port)]
                ? [("host", host), ("port", port)]
                : new[] { ("host", string.Join(',', hosts.Select(each => each.Port.Length > 0 ? $"{each.Name}:{each.Port}" : each.Name))) },
        ];
        return [
            .. parts.Where(part => part.Value.Length > 0).Select(Decoded),
            .. query.Split('&', StringSplitOptions.RemoveEmptyEntries).Select(Parameter)
        ];
    }

    /// <summary>A host, whose address in brackets may have colons, and its port.</summary>
    private static (string Name, string Port) Host(string text)
    {
        var end = text.StartsWith('[') ? text.IndexOf(']', StringComparison.Ordinal) + 1 : 0;
        var colon = text.IndexOf(':', end);
        return colon < 0 ? (text.Trim('[', ']'), "") : (text[..colon].Trim('[', ']'), text[(colon + 1)..]);
    }

    private static (string Name, string Value) Parameter(string text) => text.Contains('=', StringComparison.Ordinal)
        ? Decoded(Cut(text, '='))
        : throw StoreTarget.Bad("what follows ? is not name=value&name=value");

    private static (string Name, string Value) Decoded((string Name, string Value) part) =>
        (Uri.UnescapeDataString(part.Name), Uri.UnescapeDataString(part.Value));

    private static (string Before, string After) Cut(string text, char at) =>
        text.IndexOf(at, StringComparison.Ordinal) is >= 0 and var place ? (text[..place], text[(place + 1)..]) : (text, "");

    private static string Meant(string name) => NearestName.Of(name, Names.Keys) is { } near
        ? $"did you mean {near}?"
        : $"it takes {string.Join(", ", Names.Keys.Except(["password", "sslpassword"], StringComparer.Ordinal))}";

    private static int Number(string value) =>
        int.Parse(value, NumberStyles.None, CultureInfo.InvariantCulture);

    /// <summary>libpq writes <c>verify-full</c> where Npgsql writes <c>VerifyFull</c>.</summary>
    private static T Word<T>(string value)
        where T : struct, Enum =>
            Enum.GetNames<T>().Contains(Plain(value), StringComparer.OrdinalIgnoreCase)
                ? Enum.Parse<T>(Plain(value), ignoreCase: true)
                : throw new FormatException();

    private static string Method(string value) => value.StartsWith('!') ? "!" + Method(value[1..]) : Plain(value) switch
    {
        "password" => "Password",
        "md5" => "MD5",
        "gss" => "GSS",
        "sspi" => "SSPI",
        "scramsha256" => "ScramSHA256",
        "none" => "None",
        _ => throw new FormatException(),
    };

    private static string Plain(string value) => value.Replace("-", "", StringComparison.Ordinal);
}
