namespace TimerProbe.SqlServer.Connecting;

/// <summary>One connection. A statement is sent once and never tried again.</summary>
internal sealed class ServerConnection : IAsyncDisposable
{
    // SqlClient counts in ticks of the system's timer, at most 15.625 ms each, of which the first and the last may be incomplete.
    private static readonly TimeSpan TwoTicks = TimeSpan.FromMilliseconds(2 * 15.625);

    private readonly SqlConnection _connection;
    private readonly SqlServerOptions _options;
    private readonly SqlServerText _words;
    private readonly SqlErrors _errors;
    private bool _givenUp;
    private bool _lost;

    private ServerConnection(SqlConnection connection, SqlServerOptions options, SqlServerText words) =>
        (_connection, _options, _words, _errors) = (connection, options, words, new SqlErrors(words));

    public bool IsUsable => !_givenUp && !_lost && _connection.State == System.Data.ConnectionState.Open;

    public static async Task<ServerConnection> OpenAsync(
        SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        var settings = ConnectionSetup.ConnectionString(target, options);
        ConnectionSetup.ChooseNetworking(options);
        await ConnectionSetup.ProbeAsync(target, options, cancellationToken);
        var words = new SqlServerText(options.Credential);
        var connection = new SqlConnection(settings) { StatisticsEnabled = true };
        try
        {
            using var bounded = new AnswerWatch(() => GC.GetTotalAllocatedBytes(), SqlAnswerLimits.Login, options.TimeProvider);
            var opening = connection.OpenAsync(cancellationToken);
            if (await Task.WhenAny(opening, bounded.Exceeded) != opening)
            {
                Forget(opening);
                throw UnreadableAnswerException.TooLong();
            }

            await opening;
            return new ServerConnection(connection, options, words);
        }
        catch (Exception ex)
        {
            await CloseAsync(connection);
            cancellationToken.ThrowIfCancellationRequested();
            throw ex switch
            {
                SqlException error => new SqlErrors(words).Connecting(error, target, options),
                // How SqlClient refuses globalization-invariant mode: docs/decisions/sql-client.md.
                CultureNotFoundException or NotSupportedException => new SqlServerException(
                    SqlServerErrorKind.NotPossibleHere,
                    $"SQL Server cannot be reached without culture data: {CultureDataRemedy()}",
                    ex),
                _ => new SqlServerException(SqlServerErrorKind.Unreachable, $"no connection to {target}: {words.Line(ex.Message)}", ex),
            };
        }
    }

    public Task ExecuteAsync(SqlScript script, CancellationToken cancellationToken) => QueryAsync(script, _ => 0, cancellationToken);

    public Task<IReadOnlyList<T>> QueryAsync<T>(SqlScript script, Func<SqlRow, T> map, CancellationToken cancellationToken) =>
        QueryAsync(script, [], map, _options.CommandTimeout, cancellationToken);

    public Task<IReadOnlyList<T>> QueryAsync<T>(
        SqlScript script,
        IReadOnlyList<(string Name, long Value)> parameters,
        Func<SqlRow, T> map,
        TimeSpan timeout,
        CancellationToken cancellationToken) =>
        ReadAsync(script.Batch, parameters, map, timeout, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (!_givenUp)
        {
            await CloseAsync(_connection);
        }
    }

    private static async Task CloseAsync(SqlConnection connection) =>
        await Task.Run(connection.Dispose).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private static string CultureDataRemedy() => Environment.GetEnvironmentVariable("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT") is null
        ? "install ICU (libicu; on Debian and Ubuntu with its number, such as libicu72; on Alpine icu-libs)"
        : "unset DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    private async Task<IReadOnlyList<T>> ReadAsync<T>(
        string text,
        IReadOnlyList<(string Name, long Value)> parameters,
        Func<SqlRow, T> map,
        TimeSpan timeout,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var stop = new CancellationTokenSource();
        using var bounded = new AnswerWatch(
            () => (long)_connection.RetrieveStatistics()["BytesReceived"]!, SqlAnswerLimits.Bytes, _options.TimeProvider);
        var sent = _options.TimeProvider.GetTimestamp();
        var work = ReadRowsAsync(text, parameters, timeout, stop.Token);
        await (await Task.WhenAny(bounded.Exceeded, WaitAsync(work, timeout, stop, cancellationToken)));
        if (!work.IsCompleted)
        {
            GiveUp(work);
            throw bounded.IsExceeded ? Unreadable(UnreadableAnswerException.TooLong())
                : cancellationToken.IsCancellationRequested
                    ? new OperationCanceledException("The server did not stop in time; the connection is given up.", cancellationToken)
                : SqlErrors.TooSlow(timeout, inner: null);
        }

        try
        {
            return [.. (await work).Select(map)];
        }
        catch (Exception) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellationToken);
        }
        catch (Exception) when (bounded.IsExceeded)
        {
            throw Unreadable(UnreadableAnswerException.TooLong());
        }
        catch (Exception ex) when (ex is SqlException or SqlServerException)
        {
            var reported = ex as SqlServerException ?? _errors.Statement((SqlException)ex, timeout);
            if (reported.Kind != SqlServerErrorKind.ConnectionLost)
            {
                throw reported;
            }

            // SqlClient calls a connection open for a while after it was cut.
            _lost = true;
            throw IsOver(sent, timeout) ? SqlErrors.TooSlow(timeout, reported) : reported;
        }
        catch (UnreadableAnswerException ex)
        {
            throw new SqlServerException(SqlServerErrorKind.Refused, $"the server was not understood: {ex.Message}", ex);
        }
    }

    /// <summary>True also where SqlClient, which counts whole seconds, takes the time for over.</summary>
    private bool IsOver(long sent, TimeSpan timeout) =>
        _options.TimeProvider.GetElapsedTime(sent) + TwoTicks >= TimeSpan.FromSeconds(Math.Max(1, (int)timeout.TotalSeconds));

    /// <summary>Waits as long as a statement may take in all: SqlClient counts its timeout again for each part of an answer.</summary>
    private async Task WaitAsync(Task work, TimeSpan timeout, CancellationTokenSource stop, CancellationToken cancellationToken)
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var overdue = new CancellationTokenSource(timeout + _options.CancelTimeout, _options.TimeProvider);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(overdue.Token, cancellationToken);
        await using (ending.Token.UnsafeRegister(static state => ((TaskCompletionSource)state!).TrySetResult(), asked))
        {
            await Task.WhenAny(work, asked.Task);
        }

        if (!work.IsCompleted && !overdue.IsCancellationRequested)
        {
            // SqlClient sends its request on the thread that cancels, and may wait there.
            _ = stop.CancelAsync();
            await Task.WhenAny(work, Task.Delay(_options.CancelTimeout, _options.TimeProvider, CancellationToken.None));
        }
    }

    private void GiveUp(Task statement)
    {
        _givenUp = true;
        Forget(statement);
        _ = CloseAsync(_connection);
    }

    private static void Forget(Task task) => _ = task.ContinueWith(
        static late => _ = late.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);

    private SqlServerException Unreadable(Exception wrong)
    {
        _lost = true;
        return new SqlServerException(SqlServerErrorKind.ConnectionLost, $"the connection was given up: {wrong.Message}", wrong);
    }

    private async Task<IReadOnlyList<SqlRow>> ReadRowsAsync(
        string text, IReadOnlyList<(string Name, long Value)> parameters, TimeSpan timeout, CancellationToken cancellationToken)
    {
        await using var command = new SqlCommand(text, _connection) { CommandTimeout = Math.Max(1, (int)timeout.TotalSeconds) };
        foreach (var (name, value) in parameters)
        {
            command.Parameters.Add("@" + name, System.Data.SqlDbType.BigInt).Value = value;
        }

        try
        {
            await using var reader = await command.ExecuteReaderAsync(SqlRow.ReadBehavior, cancellationToken);
            return await SqlRow.ReadAllAsync(reader, _words, cancellationToken);
        }
#pragma warning disable CA1031 // SqlClient stumbles in many ways over what is no answer, and each is the server's doing.
        catch (Exception ex) when (ex is not (SqlException or UnreadableAnswerException)
            && !cancellationToken.IsCancellationRequested)
#pragma warning restore CA1031
        {
            throw new SqlServerException(SqlServerErrorKind.ConnectionLost, "the connection was lost", ex);
        }
    }
}
