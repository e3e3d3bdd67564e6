using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.SqlServer.Sessions;

/// <summary>
/// Several sessions on a server, each with a connection of its own, that run the same workload at once. Each makes objects of its
/// own, which are dropped on every way out; one alone is a plain session.
/// </summary>
public sealed class ParallelSessions : IAsyncDisposable
{
    private readonly List<SqlServerSession> _sessions;

    private ParallelSessions(List<SqlServerSession> sessions) => _sessions = sessions;

    /// <summary>The session that reads facts and drops what earlier runs left.</summary>
    public SqlServerSession First => _sessions[0];

    /// <summary>How many there are.</summary>
    public int Count => _sessions.Count;

    /// <summary>Connects at least one session, one after the other; when it fails or is cancelled, all are closed.</summary>
    /// <exception cref="SqlServerException">No connection, no login, no database, or an untrusted certificate, for one of them.</exception>
    public static async Task<ParallelSessions> OpenAsync(
        SqlServerTarget target, SqlServerOptions options, int count, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        var sessions = new ParallelSessions([]);
        try
        {
            while (sessions.Count < count)
            {
                sessions._sessions.Add(await SqlServerSession.OpenAsync(target, options, cancellationToken));
            }

            return sessions;
        }
        catch
        {
            await sessions.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// Runs a workload in all sessions: the warm-ups start together, then each run (and each twin) does. The result holds the runs of
    /// all, ordered by run and then by session. The first error cancels the others, and all drop what they made.
    /// </summary>
    /// <exception cref="SqlServerException">
    /// The first error of any session; or, as <see cref="SqlServerErrorKind.LeftBehind"/>, what could not be dropped in all of them, with
    /// the first error inside.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled, and everything is dropped.</exception>
    public async Task<WorkloadResult> RunAsync(WorkloadPlan plan, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (Count == 1 || await First.ReasonToSkipAsync(plan.Workload, cancellationToken) is not null)
        {
            return await First.RunAsync(plan, cancellationToken);
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var line = new StartLine(Count);
        List<Task<WorkloadResult>> running =
            [.. _sessions.Select(session => session.RunPlanAsync(plan, line, sweeps: session == First, stop.Token))];
        var failed = new List<Task<WorkloadResult>>();
        await foreach (var ended in Task.WhenEach(running))
        {
            if (!ended.IsCompletedSuccessfully)
            {
                failed.Add(ended);
                await stop.CancelAsync();
            }
        }

        if (LeftBehind(failed) is { } left)
        {
            throw left;
        }

        cancellationToken.ThrowIfCancellationRequested();
        return failed is [var first, ..] ? await first : WorkloadResult.From([.. running.Select(run => run.Result)]);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var session in _sessions)
        {
            await session.DisposeAsync();
        }
    }

    private SqlServerException? LeftBehind(List<Task<WorkloadResult>> failed)
    {
        var errors = failed.Select(run => run.Exception?.InnerException).ToList();
        List<SqlServerException> left =
            [.. errors.OfType<SqlServerException>().Where(error => error.Kind == SqlServerErrorKind.LeftBehind)];
        if (left.Count < 2)
        {
            return left.SingleOrDefault();
        }

        List<string> statements = [.. left.SelectMany(error => error.Leftovers)];
        return new SqlServerException(
            SqlServerErrorKind.LeftBehind,
            $"several sessions left something in the database {First.Identity.Database}. Remove it with: {string.Join(' ', statements)}",
            errors[0] is SqlServerException { Kind: SqlServerErrorKind.LeftBehind } first ? first.InnerException : errors[0])
        {
            Leftovers = statements,
        };
    }
}
