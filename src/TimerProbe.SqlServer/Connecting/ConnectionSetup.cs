using System.Runtime.InteropServices;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>What comes before a connection: its settings, the network code, and whether anything listens.</summary>
internal static class ConnectionSetup
{
    private const string Library = "Microsoft.Data.SqlClient.SNI.dll";

    private static readonly Lazy<bool> HasLibrary = new(() =>
        NativeLibrary.TryLoad(Library, typeof(SqlConnection).Assembly, searchPath: null, out _));

    private static readonly Lazy<bool> IsWine = new(() =>
        NativeLibrary.TryLoad("ntdll.dll", out var ntdll) && NativeLibrary.TryGetExport(ntdll, "wine_get_version", out _));

    /// <summary>Every setting that matters is given, since the defaults of SqlClient change from version to version.</summary>
    /// <exception cref="SqlServerException">Integrated security was asked for outside Windows.</exception>
    public static string ConnectionString(SqlServerTarget target, SqlServerOptions options)
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

    /// <summary>
    /// Chooses how SqlClient reaches the network on Windows, before the first connection: through its native library, or, where the
    /// program was copied without it, through managed code, which knows TCP and SQL logins. Wine takes the managed code too. The
    /// reasons: docs/decisions/sql-client.md.
    /// </summary>
    /// <exception cref="SqlServerException">Integrated security was asked for, and the library is missing.</exception>
    public static void ChooseNetworking(SqlServerOptions options)
    {
        if (!OperatingSystem.IsWindows() || (HasLibrary.Value && !IsWine.Value))
        {
            return;
        }

        if (options.Credential is null && !HasLibrary.Value)
        {
            throw new SqlServerException(
                SqlServerErrorKind.NotPossibleHere,
                $"integrated security needs {Library} beside the program: copy it there from the download, or use a SQL login with --user");
        }

        AppContext.SetSwitch("Switch.Microsoft.Data.SqlClient.UseManagedNetworkingOnWindows", true);
    }

    /// <summary>Asks the server's port first: SqlClient says that a port is closed only when its whole timeout is over.</summary>
    /// <exception cref="SqlServerException">The name does not resolve, or nothing listens.</exception>
    public static async Task ProbeAsync(SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        if (target.ProbePort is not { } port)
        {
            return;
        }

        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var timer = options.TimeProvider.CreateTimer(
            _ => timeout.Cancel(), state: null, options.ConnectTimeout, Timeout.InfiniteTimeSpan);
        var where = $"{target.Host}, port {port.ToString()}";
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(target.ProbeHost, port, timeout.Token);
        }
        catch (SocketException ex)
            when (ex.SocketErrorCode is SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain)
        {
            throw new SqlServerException(SqlServerErrorKind.UnknownHost, $"cannot resolve the name {target.Host}", ex);
        }
        catch (SocketException ex)
        {
            throw new SqlServerException(
                SqlServerErrorKind.Unreachable,
                $"no server answers at {where}: is TCP enabled for the instance, and is this its port?",
                ex);
        }
        catch (OperationCanceledException ex) when (!cancellationToken.IsCancellationRequested)
        {
            throw new SqlServerException(SqlServerErrorKind.Timeout, $"nothing answers at {where}: a firewall may be in between", ex);
        }
    }
}
