using TimerProbe.Core.Facts;
using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.SqlServer.Sessions;

/// <summary>
/// A session on a server: it reads facts and runs workloads, one at a time. What a workload makes is dropped on every way out;
/// should the connection be lost, the session connects once more to drop it.
/// </summary>
public sealed class SqlServerSession : IAsyncDisposable
{
    private readonly SqlServerOptions _options;
    private readonly SessionConnection _connection;
    private readonly LeftoverSweep _sweep;

    private SqlServerSession(SqlServerOptions options, SessionConnection connection, ServerIdentity identity)
    {
        _options = options;
        _connection = connection;
        _sweep = new LeftoverSweep(connection, identity);
        Identity = identity;
    }

    /// <summary>The engine that answers, and its names.</summary>
    public ServerIdentity Identity { get; }

    /// <summary>The names of what earlier runs left, which was dropped.</summary>
    public IReadOnlyList<string> Swept => _sweep.Swept;

    /// <summary>Connects and identifies the server.</summary>
    /// <exception cref="SqlServerException">No connection, no login, no database, or an untrusted certificate.</exception>
    public static async Task<SqlServerSession> OpenAsync(
        SqlServerTarget target, SqlServerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(options);
        var connection = await ServerConnection.OpenAsync(target, options, cancellationToken);
        try
        {
            var identity = await ServerInspector.IdentifyAsync(connection, options.TimeProvider, cancellationToken);
            return new SqlServerSession(options, new SessionConnection(target, options, connection), identity);
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
        new ServerInspector(_connection.Now, Identity, _options.TimeProvider).ReadAsync(cancellationToken);

    /// <summary>Reads the figures of its machine again, for the rate of its counter; null when they may not be seen.</summary>
    /// <exception cref="SqlServerException">The connection was lost, or the answer took too long.</exception>
    public Task<SystemFigures?> ReadSystemAsync(CancellationToken cancellationToken) =>
        new ServerInspector(_connection.Now, Identity, _options.TimeProvider).ReadSystemAsync(cancellationToken);

    /// <summary>Runs a workload: a warm-up that is dropped, then the runs. No run is ever tried again.</summary>
    /// <exception cref="SqlServerException">
    /// A right is missing, a run took too long, the connection was lost; or, as <see cref="SqlServerErrorKind.LeftBehind"/>,
    /// something could not be dropped, with the first error inside.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled, and everything is dropped.</exception>
    public async Task<WorkloadResult> RunAsync(WorkloadPlan plan, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return await ReasonToSkipAsync(plan.Workload, cancellationToken) is { } reason
            ? new WorkloadResult { Workload = plan.Workload, Skipped = reason }
            : await RunMadeAsync(plan, new StartLine(1), sweeps: true, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    /// <returns>Null when the workload can run here.</returns>
    internal Task<string?> ReasonToSkipAsync(SqlWorkload workload, CancellationToken cancellationToken) =>
        new ModuleInspector(_connection.Now, Identity).ReasonToSkipAsync(workload, cancellationToken);

    /// <summary>Runs a workload that can run here, and starts each run together with the sessions that share the line.</summary>
    internal async Task<WorkloadResult> RunMadeAsync(WorkloadPlan plan, StartLine line, bool sweeps, CancellationToken cancellationToken)
    {
        var run = RunName.New();
        var steps = WorkloadSteps.From(plan, run, Identity);
        if (sweeps && steps.OutlivesItsConnection)
        {
            await _sweep.RunAsync(cancellationToken);
        }

        var objects = new RunObjects(_connection, Identity);
        WorkloadResult result;
        try
        {
            await objects.MakeAsync(run, steps, cancellationToken);
            result = await MeasureAsync(plan, steps, line, cancellationToken);
        }
        catch (Exception failed)
        {
            await objects.DropAsync(failed);
            throw;
        }

        await objects.DropAsync(failed: null);
        return result;
    }

    private async Task<WorkloadResult> MeasureAsync(
        WorkloadPlan plan, WorkloadSteps steps, StartLine line, CancellationToken cancellationToken)
    {
        var measurement = new WorkloadMeasurement(_connection.Now, _options.TimeProvider, plan, steps, line);
        var inspector = new ModuleInspector(_connection.Now, Identity);
        switch (plan.Workload)
        {
            case SqlWorkload.Primality:
                var result = await measurement.RunAsync(cancellationToken);
                return result with { Inlineable = await inspector.InlineableAsync(steps.Made[0].Object, cancellationToken) };
            case SqlWorkload.CommitLoop:
                var before = await inspector.LogWaitsAsync(cancellationToken);
                var commits = await measurement.RunAsync(cancellationToken);
                var after = before is null ? null : await inspector.LogWaitsAsync(cancellationToken);
                return commits with { LogWrite = after?.Since(before!) };
            default:
                return await measurement.RunAsync(cancellationToken);
        }
    }
}
