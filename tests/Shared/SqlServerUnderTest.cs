using System.Data.Common;

namespace TimerProbe.Tests.Shared;

/// <summary>A real server that the tests may use, by the connection string in <c>TIMERPROBE_TEST_SQL</c>. Encryption is always on.</summary>
internal sealed class SqlServerUnderTest
{
    public const string Variable = "TIMERPROBE_TEST_SQL";

    /// <summary>As <c>--server</c> takes it.</summary>
    public required string Server { get; init; }

    public required string Database { get; init; }

    /// <summary>The SQL login; null for integrated security.</summary>
    public string? User { get; init; }

    public string Password { get; init; } = "";

    public bool TrustServerCertificate { get; init; }

    /// <summary>The server that the variable names; null when it is not set.</summary>
    public static SqlServerUnderTest? Named() =>
        Environment.GetEnvironmentVariable(Variable) is { } text && !string.IsNullOrWhiteSpace(text) ? Parse(text) : null;

    /// <summary>Reads the words of SqlClient's connection strings that matter here.</summary>
    /// <exception cref="ArgumentException">No connection string, or no server in it.</exception>
    public static SqlServerUnderTest Parse(string connectionString)
    {
        var words = new DbConnectionStringBuilder { ConnectionString = connectionString };
        return new SqlServerUnderTest
        {
            Server = First(words, "Data Source", "Server", "Address", "Addr", "Network Address") ?? throw new ArgumentException($"{Variable} names no server.", nameof(connectionString)),
            Database = First(words, "Initial Catalog", "Database") ?? "tempdb",
            User = First(words, "User ID", "UID", "User"),
            Password = First(words, "Password", "PWD") ?? "",
            TrustServerCertificate = First(words, "TrustServerCertificate", "Trust Server Certificate")?.ToUpperInvariant() is "TRUE" or "YES",
        };
    }

    /// <summary>The server and the database; no login.</summary>
    public override string ToString() => $"{Server}, {Database}";

    private static string? First(DbConnectionStringBuilder words, params string[] names) =>
        names.Select(name => words.TryGetValue(name, out var value) ? value.ToString() : null).FirstOrDefault(value => !string.IsNullOrEmpty(value));
}
