namespace TimerProbe.SqlServer.Workloads;

/// <summary>
/// A session on a server: it reads facts and runs workloads, one at a time. What a workload makes is always dropped, even after an error;
/// should the connection be lost, the session connects once more to drop it.
/// </summary>
public sealed class SqlServerSession : IAsyncDisposable
{
    private readonly SqlServerTarget _target;
    private readonly SqlServerOptions _options;
    private bool _hasSwept;

    private SqlServerSession(SqlServerTarget target, SqlServerOptions options, ServerConnection connection, ServerIdentity identity) =>
        (_target, _options, Connection, Identity) = (target, options, connection, identity);

    public ServerIdentity Identity { get; }

    internal ServerConnection Connection { get; private set; }

    public IReadOnlyList<string> Swept { get; private set; } = [];

    /// <summary>Connects and identifies the server.</summary>
    /// <exception cref="SqlServerException">No connection, no login, no database, or an untrusted certificate.</exception>
    public static async Task<SqlServerSession> OpenAsync(
        SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        var connection = await ServerConnection.OpenAsync(target, options, cancellationToken);
        try
        {
            var identity = await ServerInspector.IdentifyAsync(connection, options.TimeProvider, cancellationToken);
            return new SqlServerSession(target, options, connection, identity);
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    /// <summary>Reads what the server reports of itself; what it does not is listed with the reason.</summary>
    /// <exception cref="SqlServerException">The connection was lost, or an answer took too long.</exception>
    public Task<ServerReading> ReadAsync(CancellationToken cancellationToken) =>
        new ServerInspector(Connection, Identity, _options.TimeProvider).ReadAsync(cancellationToken);

    /// <summary>Reads the figures of its machine again, for the rate of its counter; null when they may not be seen.</summary>
    /// <exception cref="SqlServerException">The connection was lost, or the answer took too long.</exception>
    public Task<SystemFigures?> ReadSystemAsync(CancellationToken cancellationToken) =>
        new ServerInspector(Connection, Identity, _options.TimeProvider).ReadSystemAsync(cancellationToken);

    /// <summary>Runs a workload: a warm-up that is dropped, then the runs. No run is ever tried again.</summary>
    /// <exception cref="SqlServerException">
    /// A right is missing, a run took too long, the connection was lost; or, as <see cref="SqlServerErrorKind.LeftBehind"/>,
    /// something could not be dropped, with the first error inside.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled, and everything is dropped.</exception>
    public async Task<WorkloadResult> RunAsync(WorkloadPlan plan, CancellationToken cancellationToken)
    {
        return await ReasonToSkipAsync(plan.Workload, cancellationToken) is { } reason
            ? new WorkloadResult { Workload = plan.Workload, Skipped = reason }
            : await RunPlanAsync(plan, cancellationToken);
    }

    public ValueTask DisposeAsync() => Connection.DisposeAsync();

    /// <summary>Connects anew to clean up, never to try a statement again, and goes on whatever was cancelled.</summary>
    /// <exception cref="SqlServerException">There is no connection.</exception>
    internal async Task ConnectAgainAsync()
    {
        await Connection.DisposeAsync();
        Connection = await ServerConnection.OpenAsync(_target, _options, CancellationToken.None);
    }

    private async Task<string?> ReasonToSkipAsync(SqlWorkload workload, CancellationToken cancellationToken)
    {
        if (workload != SqlWorkload.PrimalityNative)
        {
            return null;
        }

        if (!Identity.IsMicrosoft || Identity.SyntaxVersion < 12)
        {
            return "the server does not compile natively";
        }

        var filegroups = await Connection.QueryAsync(
            SqlScript.Get("inspect/memory-optimized", Identity.SyntaxVersion), row => row.Integer("filegroups"), cancellationToken);
        return filegroups is [> 0] ? null : "the database has no memory-optimized filegroup; none is added, since it could never be removed";
    }

    private async Task<WorkloadResult> RunPlanAsync(WorkloadPlan plan, CancellationToken cancellationToken)
    {
        var run = RunObject.NewRun();
        var steps = WorkloadSteps.From(plan, run, Identity);
        if (steps.OutlivesItsConnection)
        {
            await SweepAsync(cancellationToken);
        }

        var objects = new RunObjects(this);
        WorkloadResult result;
        try
        {
            await objects.MakeAsync(run, steps, cancellationToken);
            result = await new WorkloadMeasurement(Connection, Identity, _options.TimeProvider, plan, steps)
                .RunAsync(cancellationToken);
        }
        catch (Exception ex)
        {
            await objects.DropAsync(ex);
            throw;
        }

        await objects.DropAsync(failed: null);
        return result;
    }

    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        if (_hasSwept)
        {
            return;
        }

        _hasSwept = true;
        var script = SqlScript.Get(Identity.IsMicrosoft ? "inspect/leftovers" : "inspect/leftovers-by-age", Identity.SyntaxVersion);
        var found = await Connection.QueryAsync(script, row => RunObject.Found(row.Text("name"), row.Text("type")), cancellationToken);
        foreach (var leftover in found.OfType<RunObject>())
        {
            if (Identity.IsMicrosoft && !await HasEndedAsync(leftover.Run, cancellationToken))
            {
                continue;
            }

            await Connection.ExecuteAsync(leftover.Drop, cancellationToken);
            Swept = [.. Swept, leftover.Name];
        }
    }

    private async Task<bool> HasEndedAsync(string run, CancellationToken cancellationToken)
    {
        var script = SqlScript.Get("inspect/run-ended", Identity.SyntaxVersion).With("Run", run);
        return await Connection.QueryAsync(script, row => row.Integer("ended"), cancellationToken) is [1];
    }
}
