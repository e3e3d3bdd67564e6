using Microsoft.Data.SqlClient;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>What SqlClient is told. Nothing is left to a default, since defaults change from version to version.</summary>
internal static class ConnectionSettings
{
    /// <summary>The connection string.</summary>
    /// <exception cref="SqlServerException">Integrated security was asked for outside Windows.</exception>
    public static string Of(SqlServerTarget target, SqlServerOptions options)
    {
        // Elsewhere it takes a ticket of Kerberos, which was not tried: docs/decisions/sql-client.md.
        if (options.Credential is null && !OperatingSystem.IsWindows())
        {
            throw new SqlServerException(
                SqlServerErrorKind.NotPossibleHere,
                "integrated security works on Windows only: use a SQL login with --user");
        }

        var builder = new SqlConnectionStringBuilder
        {
            DataSource = target.ToString(),
            InitialCatalog = options.Database,
            IntegratedSecurity = options.Credential is null,
            Encrypt = true,
            TrustServerCertificate = options.TrustServerCertificate,
            ConnectRetryCount = 0,
            ConnectTimeout = Math.Max(1, (int)options.ConnectTimeout.TotalSeconds),
            ApplicationName = options.ApplicationName,
            Pooling = false,
            MultipleActiveResultSets = false,
            PersistSecurityInfo = false,
            Enlist = false,
        };
        if (options.Credential is { } credential)
        {
            builder.UserID = credential.UserName;
            builder.Password = credential.Password;
        }

        return builder.ConnectionString;
    }
}
