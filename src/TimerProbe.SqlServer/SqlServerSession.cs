using TimerProbe.Core.Units;
using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.SqlServer;

/// <summary>
/// A session on a server: it reads facts and runs workloads, one at a time. What a workload makes is dropped on every way out;
/// should the connection be lost, the session connects once more to drop it.
/// </summary>
public sealed class SqlServerSession : IAsyncDisposable
{
    private readonly SqlServerTarget _target;
    private readonly SqlServerOptions _options;
    private ServerConnection _connection;
    private bool _swept;

    private SqlServerSession(SqlServerTarget target, SqlServerOptions options, ServerConnection connection, ServerIdentity identity)
    {
        _target = target;
        _options = options;
        _connection = connection;
        Identity = identity;
    }

    /// <summary>What answers.</summary>
    public ServerIdentity Identity { get; }

    /// <summary>What was found of earlier runs and dropped.</summary>
    public IReadOnlyList<string> Swept { get; private set; } = [];

    /// <summary>Connects and asks what answers.</summary>
    /// <exception cref="SqlServerException">No connection, no login, no database, or an untrusted certificate.</exception>
    public static async Task<SqlServerSession> OpenAsync(SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(options);
        var connection = await ServerConnection.OpenAsync(target, options, cancellationToken);
        try
        {
            var identity = await ServerInspector.IdentifyAsync(connection, cancellationToken);
            return new SqlServerSession(target, options, connection, identity);
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    /// <summary>Reads what the server tells of itself; what it does not tell is listed with the reason.</summary>
    /// <exception cref="SqlServerException">The connection was lost, or an answer took too long.</exception>
    public Task<ServerReading> ReadAsync(CancellationToken cancellationToken) =>
        new ServerInspector(_connection, Identity).ReadAsync(cancellationToken);

    /// <summary>Reads the figures of its machine again, for the rate of its counter; null when they may not be seen.</summary>
    /// <exception cref="SqlServerException">The connection was lost, or the answer took too long.</exception>
    public Task<SystemFigures?> ReadSystemAsync(CancellationToken cancellationToken) =>
        new ServerInspector(_connection, Identity).ReadSystemAsync(cancellationToken);

    /// <summary>Runs a workload: a warm-up that is dropped, then the runs. No run is ever tried again.</summary>
    /// <exception cref="SqlServerException">
    /// A right is missing, a run took too long, the connection was lost; or, as <see cref="SqlServerErrorKind.LeftBehind"/>,
    /// something could not be dropped, with the first error inside.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled, and everything is dropped.</exception>
    public async Task<WorkloadResult> RunAsync(WorkloadPlan plan, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (await ReasonToSkipAsync(plan.Workload, cancellationToken) is { } reason)
        {
            return new WorkloadResult { Workload = plan.Workload, Skipped = reason };
        }

        var run = RunName.New();
        var steps = WorkloadSteps.Of(plan, run, Identity);
        var made = new List<RunObject>();
        WorkloadResult result;
        try
        {
            await PrepareAsync(run, steps, made, cancellationToken);
            result = await MeasureAsync(plan, steps, cancellationToken);
        }
        catch (Exception failed) when (made.Count > 0)
        {
            await DropAsync(made, failed);
            throw;
        }

        await DropAsync(made, failed: null);
        return result;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    private async Task<string?> ReasonToSkipAsync(Workload workload, CancellationToken cancellationToken)
    {
        if (workload != Workload.PrimalityNative)
        {
            return null;
        }

        if (!Identity.IsMicrosoft || Identity.SyntaxVersion < 12)
        {
            return "the server does not compile natively";
        }

        var filegroups = await _connection.QueryAsync(ScriptCatalogue.Get("inspect/memory-optimized", Identity.SyntaxVersion), row => row.Integer("filegroups"), cancellationToken);
        return filegroups is [> 0]
            ? null
            : "the database has no memory-optimized filegroup; none is added, since it could never be removed";
    }

    private async Task PrepareAsync(RunName run, WorkloadSteps steps, List<RunObject> made, CancellationToken cancellationToken)
    {
        if (steps.Made.Any(step => !step.Object.IsTemporary))
        {
            await SweepAsync(cancellationToken);
            if (Identity.IsMicrosoft)
            {
                await _connection.ExecuteAsync(ScriptCatalogue.Get("workload/hold-run", Identity.SyntaxVersion).With("Run", run.Text), cancellationToken);
            }
        }

        foreach (var (item, create) in steps.Made)
        {
            // Noted first: a statement whose answer is lost may have worked.
            made.Add(item);
            await _connection.ExecuteAsync(create, cancellationToken);
        }
    }

    private async Task<WorkloadResult> MeasureAsync(WorkloadPlan plan, WorkloadSteps steps, CancellationToken cancellationToken)
    {
        var runs = new List<WorkloadRun>();
        var twins = new List<WorkloadRun>();
        var iterations = 0L;
        for (var i = 0; i <= plan.Repeat; i++)
        {
            var (run, answer) = await RunOnceAsync(steps.Run, plan, steps, cancellationToken);
            runs.Add(run);
            iterations = plan.Workload is Workload.Primality or Workload.PrimalityNative ? PrimalityWork.Iterations(plan.Argument, answer) : steps.Parameters[^1].Value;
            if (steps.Twin is { } twin)
            {
                twins.Add((await RunOnceAsync(twin, plan, steps, cancellationToken)).Run);
            }
        }

        return new WorkloadResult
        {
            Workload = plan.Workload,
            Iterations = iterations,
            Runs = runs[1..],
            TwinRuns = [.. twins.Skip(1)],
            Inlineable = plan.Workload == Workload.Primality ? await InlineableAsync(steps.Made[0].Object, cancellationToken) : null,
        };
    }

    private async Task<(WorkloadRun Run, long Answer)> RunOnceAsync(SqlScript script, WorkloadPlan plan, WorkloadSteps steps, CancellationToken cancellationToken)
    {
        var sent = _options.TimeProvider.GetTimestamp();
        var rows = await _connection.QueryAsync(
            script, steps.Parameters, row => (Started: row.Time("started"), Ended: row.Time("ended"), Result: row.Long("result")), plan.Timeout, cancellationToken);
        var waited = _options.TimeProvider.GetElapsedTime(sent);
        return rows is [{ Started: { } started, Ended: { } ended, Result: { } result }]
            ? (new WorkloadRun(Exactly(ended - started), Exactly(waited)), result)
            : throw new SqlServerException(SqlServerErrorKind.Refused, "the server did not say how long the run took");
    }

    private static Duration Exactly(TimeSpan time) => new(time.Ticks * 100.0);

    private async Task<bool?> InlineableAsync(RunObject function, CancellationToken cancellationToken)
    {
        if (ScriptCatalogue.Find("inspect/inlineable", Identity.SyntaxVersion) is not { } script)
        {
            return null;
        }

        return await _connection.QueryAsync(script.With("Object", function.Name), row => row.Integer("is_inlineable"), cancellationToken) is [{ } value] ? value == 1 : null;
    }

    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        if (_swept)
        {
            return;
        }

        _swept = true;
        var script = ScriptCatalogue.Get(Identity.IsMicrosoft ? "inspect/leftovers" : "inspect/leftovers-by-age", Identity.SyntaxVersion);
        var found = await _connection.QueryAsync(script, row => RunName.Found(row.Text("name"), row.Text("type")), cancellationToken);
        foreach (var leftover in found.OfType<RunObject>())
        {
            await _connection.ExecuteAsync(leftover.Drop, cancellationToken);
            Swept = [.. Swept, leftover.Name];
        }
    }

    /// <summary>Drops in the reverse order, whatever was cancelled; connects once more where the connection is lost.</summary>
    private async Task DropAsync(List<RunObject> made, Exception? failed)
    {
        var left = new Stack<RunObject>(made);
        Exception? trouble = null;
        var reconnected = false;
        for (var attempt = 0; attempt < 2 && left.Count > 0; attempt++)
        {
            try
            {
                if (!_connection.IsUsable)
                {
                    left = new Stack<RunObject>(left.Where(item => !item.IsTemporary).Reverse());
                    if (left.Count == 0)
                    {
                        return;
                    }

                    reconnected = true;
                    await _connection.DisposeAsync();
                    _connection = await ServerConnection.OpenAsync(_target, _options, CancellationToken.None);
                }

                while (left.TryPeek(out var item))
                {
                    await _connection.ExecuteAsync(item.Drop, CancellationToken.None);
                    left.Pop();
                }
            }
            catch (SqlServerException error)
            {
                trouble = error;
                if (_connection.IsUsable || reconnected)
                {
                    break;
                }
            }
        }

        var permanent = left.Where(item => !item.IsTemporary).Select(item => item.DropStatement).ToList();
        if (permanent.Count > 0)
        {
            throw new SqlServerException(
                SqlServerErrorKind.LeftBehind,
                $"something is left in the database {Identity.Database}: {trouble?.Message}. Remove it with: {string.Join(' ', permanent)}",
                failed ?? trouble)
            {
                Leftovers = permanent,
            };
        }
    }
}
