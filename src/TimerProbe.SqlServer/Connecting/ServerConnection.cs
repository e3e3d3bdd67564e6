using System.Globalization;
using Microsoft.Data.SqlClient;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>One connection. Its statements are sent once: nothing is ever tried again.</summary>
internal sealed class ServerConnection : IAsyncDisposable
{
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
        var settings = ConnectionSettings.Of(target, options);
        WindowsNetworking.Choose(options);
        await TcpProbe.RunAsync(target, options, cancellationToken);
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
        catch (Exception failed)
        {
            await connection.DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw failed switch
            {
                SqlException error => new SqlErrors(words).Connecting(error, target, options),
                // How SqlClient refuses globalization-invariant mode: docs/decisions/sql-client.md.
                CultureNotFoundException or NotSupportedException => new SqlServerException(
                    SqlServerErrorKind.NotPossibleHere,
                    $"SQL Server cannot be reached without culture data: {CultureDataRemedy()}",
                    failed),
                _ => new SqlServerException(
                    SqlServerErrorKind.Unreachable, $"no connection to {target}: {words.Line(failed.Message)}", failed),
            };
        }
    }

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
        SqlScript script,
        IReadOnlyList<(string Name, long Value)> parameters,
        Func<SqlRow, T> map,
        TimeSpan timeout,
        CancellationToken cancellationToken) =>
        ReadAsync(script.Batches.Single().Text, parameters, map, timeout, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (!_givenUp)
        {
            await _connection.DisposeAsync();
        }
    }

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
        var limit = new StatementTimeout(_options.TimeProvider, timeout, _options.CancelTimeout);
        var work = ReadRowsAsync(text, parameters, timeout, stop.Token);
        await (await Task.WhenAny(bounded.Exceeded, limit.WaitAsync(work, stop, cancellationToken)));
        if (!work.IsCompleted)
        {
            GiveUp(work);
            throw bounded.IsExceeded ? Unreadable(UnreadableAnswerException.TooLong())
                : cancellationToken.IsCancellationRequested ? new OperationCanceledException(
                    "The server did not stop in time; the connection is given up.", cancellationToken)
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
        catch (Exception failed) when (failed is SqlException or SqlServerException)
        {
            var reported = failed as SqlServerException ?? _errors.Statement((SqlException)failed, timeout);
            if (reported.Kind != SqlServerErrorKind.ConnectionLost)
            {
                throw reported;
            }

            // SqlClient calls a connection open for a while after it was cut.
            _lost = true;
            throw limit.IsOver ? SqlErrors.TooSlow(timeout, reported) : reported;
        }
        catch (UnreadableAnswerException wrong)
        {
            throw new SqlServerException(SqlServerErrorKind.Refused, $"the server was not understood: {wrong.Message}", wrong);
        }
    }

    /// <summary>Closes the connection under its statement, which it waits for: nobody waits for either.</summary>
    private void GiveUp(Task statement)
    {
        _givenUp = true;
        Forget(statement);
        Forget(Task.Run(_connection.Dispose, CancellationToken.None));
    }

    private static void Forget(Task task) => _ =
        task.ContinueWith(
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
            await using var reader = await command.ExecuteReaderAsync(AnswerReader.Behavior, cancellationToken);
            return await AnswerReader.ReadAsync(reader, _words, cancellationToken);
        }
#pragma warning disable CA1031 // SqlClient stumbles in many ways over what is no answer, and each is the server's doing.
        catch (Exception broken) when (broken is not (SqlException or UnreadableAnswerException)
            && !cancellationToken.IsCancellationRequested)
#pragma warning restore CA1031
        {
            throw new SqlServerException(SqlServerErrorKind.ConnectionLost, "the connection was lost", broken);
        }
    }
}

/// <summary>Looks again and again at how much a server has sent: SqlClient itself keeps messages without end.</summary>
internal sealed class AnswerWatch : IDisposable
{
    private readonly TaskCompletionSource _exceeded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ITimer _timer;

    /// <summary>Begins.</summary>
    /// <param name="received">A count that only grows.</param>
    /// <param name="most">By how much it may grow.</param>
    /// <param name="time">The clock.</param>
    public AnswerWatch(Func<long> received, long most, TimeProvider time)
    {
        var end = received() + most;
        _timer = time.CreateTimer(
            _ =>
            {
                if (received() > end)
                {
                    _exceeded.TrySetResult();
                }
            },
            state: null,
            SqlAnswerLimits.Counting,
            SqlAnswerLimits.Counting);
    }

    public Task Exceeded => _exceeded.Task;

    public bool IsExceeded => _exceeded.Task.IsCompleted;

    public void Dispose() => _timer.Dispose();
}

/// <summary>How long a statement just sent is waited for.</summary>
/// <param name="timeProvider">The clock.</param>
/// <param name="timeout">How long it may take. SqlClient counts that again for each part of an answer.</param>
/// <param name="cancelTimeout">How long it is waited for when it is to stop.</param>
internal sealed class StatementTimeout(TimeProvider timeProvider, TimeSpan timeout, TimeSpan cancelTimeout)
{
    // SqlClient counts in ticks of the system's timer, at most 15.625 ms each, of which the first and the last may be incomplete.
    private static readonly TimeSpan TwoTicks = TimeSpan.FromMilliseconds(2 * 15.625);

    private readonly long _sent = timeProvider.GetTimestamp();

    /// <summary>Whether the statement has had its time, or SqlClient, which counts whole seconds, takes it for over.</summary>
    public bool IsOver => timeProvider.GetElapsedTime(_sent) + TwoTicks >= TimeSpan.FromSeconds(Math.Max(1, (int)timeout.TotalSeconds));

    /// <summary>Ends with the statement, or when it was asked to stop and has had its time, or has had all of its time.</summary>
    public async Task WaitAsync(Task work, CancellationTokenSource stop, CancellationToken cancellationToken)
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var overdue = new CancellationTokenSource(timeout + cancelTimeout, timeProvider);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(overdue.Token, cancellationToken);
        await using (ending.Token.UnsafeRegister(static state => ((TaskCompletionSource)state!).TrySetResult(), asked))
        {
            await Task.WhenAny(work, asked.Task);
        }

        if (!work.IsCompleted && !overdue.IsCancellationRequested)
        {
            // SqlClient sends its request on the thread that cancels, and may wait there.
            _ = stop.CancelAsync();
            await Task.WhenAny(work, Task.Delay(cancelTimeout, timeProvider, CancellationToken.None));
        }
    }
}
