using Microsoft.Data.SqlClient;

namespace TimerProbe.Tests.Shared;

/// <summary>A real server that the tests may use, by the connection string in <c>TIMERPROBE_TEST_SQL</c>. Encryption is always on.</summary>
internal sealed class SqlServerUnderTest(SqlConnectionStringBuilder words)
{
    /// <summary>As <c>--server</c> takes it.</summary>
    public string Server => words.DataSource;

    public string Database => words.InitialCatalog is { Length: > 0 } named ? named : "tempdb";

    /// <summary>The SQL login; null for integrated security.</summary>
    public string? User => words.UserID is { Length: > 0 } login ? login : null;

    public string Password => words.Password;

    public bool TrustServerCertificate => words.TrustServerCertificate;

    /// <summary>The server that the variable names; null when it is not set.</summary>
    public static SqlServerUnderTest? Named() =>
        Environment.GetEnvironmentVariable("TIMERPROBE_TEST_SQL") is { Length: > 0 } text ? new(new SqlConnectionStringBuilder(text)) : null;

    /// <summary>The server and the database; no login.</summary>
    public override string ToString() => $"{Server}, {Database}";
}
