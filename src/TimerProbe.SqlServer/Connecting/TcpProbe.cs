using System.Globalization;
using System.Net.Sockets;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>Asks the server's port first: SqlClient says that a port is closed only when its whole timeout is over.</summary>
internal static class TcpProbe
{
    /// <exception cref="SqlServerException">The name does not resolve, or nothing listens.</exception>
    public static async Task RunAsync(SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        if (target.ProbePort is not { } port)
        {
            return;
        }

        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var timer = options.TimeProvider.CreateTimer(
            _ => timeout.Cancel(), state: null, options.ConnectTimeout, Timeout.InfiniteTimeSpan);
        var where = $"{target.Host}, port {port.ToString(CultureInfo.InvariantCulture)}";
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(target.ProbeHost, port, timeout.Token);
        }
        catch (SocketException unknown)
            when (unknown.SocketErrorCode is SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain)
        {
            throw new SqlServerException(SqlServerErrorKind.UnknownHost, $"cannot resolve the name {target.Host}", unknown);
        }
        catch (SocketException closed)
        {
            throw new SqlServerException(
                SqlServerErrorKind.Unreachable,
                $"no server answers at {where}: is TCP enabled for the instance, and is this its port?",
                closed);
        }
        catch (OperationCanceledException silent) when (!cancellationToken.IsCancellationRequested)
        {
            throw new SqlServerException(SqlServerErrorKind.Timeout, $"nothing answers at {where}: a firewall may be in between", silent);
        }
    }
}
