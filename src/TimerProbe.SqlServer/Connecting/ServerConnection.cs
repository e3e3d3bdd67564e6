using System.Globalization;
using Microsoft.Data.SqlClient;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>One connection. Its statements are sent once: nothing is ever tried again.</summary>
internal sealed class ServerConnection : IAsyncDisposable
{
    private readonly SqlConnection _connection;
    private readonly SqlServerOptions _options;
    private bool _givenUp;
    private bool _lost;

    private ServerConnection(SqlConnection connection, SqlServerOptions options)
    {
        _connection = connection;
        _options = options;
    }

    /// <summary>Whether another statement can be sent.</summary>
    public bool IsUsable => !_givenUp && !_lost && _connection.State == System.Data.ConnectionState.Open;

    public static async Task<ServerConnection> OpenAsync(SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        var settings = ConnectionSettings.Of(target, options);
        WindowsNetworking.Choose(options);
        await TcpProbe.RunAsync(target, options, cancellationToken);
        var connection = new SqlConnection(settings);
        try
        {
            await connection.OpenAsync(cancellationToken);
            return new ServerConnection(connection, options);
        }
        catch (Exception failed)
        {
            await connection.DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw failed switch
            {
                SqlException error => SqlErrors.Connecting(error, target, options),
                // How SqlClient refuses globalization-invariant mode: docs/decisions/sql-client.md.
                CultureNotFoundException or NotSupportedException => new SqlServerException(
                    SqlServerErrorKind.NotPossibleHere, $"SQL Server cannot be reached without culture data: {CultureDataRemedy()}", failed),
                _ => new SqlServerException(SqlServerErrorKind.Unreachable, $"no connection to {target}: {failed.Message}", failed),
            };
        }
    }

    /// <summary>Sends a script that has nothing to show.</summary>
    public async Task ExecuteAsync(SqlScript script, CancellationToken cancellationToken)
    {
        foreach (var batch in script.Batches)
        {
            for (var i = 0; i < batch.Count; i++)
            {
                await ReadAsync(batch.Text, [], _ => 0, _options.CommandTimeout, cancellationToken);
            }
        }
    }

    /// <summary>Sends a script of one batch and reads its rows.</summary>
    public Task<IReadOnlyList<T>> QueryAsync<T>(SqlScript script, Func<SqlRow, T> map, CancellationToken cancellationToken) =>
        QueryAsync(script, [], map, _options.CommandTimeout, cancellationToken);

    /// <summary>Sends a script of one batch with parameters and reads its rows.</summary>
    public Task<IReadOnlyList<T>> QueryAsync<T>(
        SqlScript script, IReadOnlyList<(string Name, long Value)> parameters, Func<SqlRow, T> map, TimeSpan timeout, CancellationToken cancellationToken) =>
        ReadAsync(script.Batches.Single().Text, parameters, map, timeout, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // Closing a connection whose statement still runs would wait for it.
        if (_givenUp)
        {
            _ = Task.Run(_connection.Dispose, CancellationToken.None);
            return;
        }

        await _connection.DisposeAsync();
    }

    private static string CultureDataRemedy() => Environment.GetEnvironmentVariable("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT") is null
        ? "install ICU (libicu; on Debian and Ubuntu with its number, such as libicu72; on Alpine icu-libs)"
        : "unset DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    private async Task<IReadOnlyList<T>> ReadAsync<T>(
        string text, IReadOnlyList<(string Name, long Value)> parameters, Func<SqlRow, T> map, TimeSpan timeout, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var stop = new CancellationTokenSource();
        var patience = new Patience(_options.TimeProvider, _options.CancelTimeout);
        var work = ReadRowsAsync(text, parameters, map, timeout, stop.Token);
        await patience.WaitAsync(work, stop, cancellationToken);
        if (!work.IsCompleted)
        {
            _givenUp = true;
            _ = work.ContinueWith(static late => _ = late.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            throw new OperationCanceledException("The server did not stop in time; the connection is given up.", cancellationToken);
        }

        try
        {
            return await work;
        }
        catch (Exception) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellationToken);
        }
        catch (SqlException error)
        {
            // SqlClient calls a connection open for a while after it was cut.
            var told = SqlErrors.Statement(error, timeout);
            _lost |= told.Kind == SqlServerErrorKind.ConnectionLost;
            throw told;
        }
        catch (InvalidOperationException closed)
        {
            _lost = true;
            throw new SqlServerException(SqlServerErrorKind.ConnectionLost, "the connection was lost", closed);
        }
    }

    private async Task<IReadOnlyList<T>> ReadRowsAsync<T>(
        string text, IReadOnlyList<(string Name, long Value)> parameters, Func<SqlRow, T> map, TimeSpan timeout, CancellationToken cancellationToken)
    {
        await using var command = new SqlCommand(text, _connection) { CommandTimeout = Math.Max(1, (int)timeout.TotalSeconds) };
        foreach (var (name, value) in parameters)
        {
            command.Parameters.Add("@" + name, System.Data.SqlDbType.BigInt).Value = value;
        }

        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        var rows = new List<T>();
        do
        {
            while (await reader.ReadAsync(cancellationToken))
            {
                rows.Add(map(new SqlRow(reader)));
            }
        }
        while (await reader.NextResultAsync(cancellationToken));
        return rows;
    }
}
