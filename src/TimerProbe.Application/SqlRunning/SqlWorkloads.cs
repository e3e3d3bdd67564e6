using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Sessions;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>Runs what was planned, and keeps what was measured when a later workload fails.</summary>
internal sealed class SqlWorkloads(ParallelSessions sessions, SqlSettings settings, UseCaseContext context)
{
    private readonly List<SqlWorkloadFacts> _facts = [];

    public IReadOnlyList<SqlWorkloadFacts> Facts => _facts;

    /// <summary>What a statement costs; null when it was not measured.</summary>
    public SqlStatementCost? StatementCost { get; private set; }

    /// <summary>What a clock call costs; null when it was not measured.</summary>
    public SqlClockCall? ClockCall { get; private set; }

    public bool Failed { get; private set; }

    public bool ConnectionLost { get; private set; }

    /// <exception cref="SqlServerException">A workload asked for by name failed, or the
    /// server was lost before anything was measured.</exception>
    public async Task<SqlWorkloads> RunAsync(SqlRunPlan plan, CancellationToken cancel)
    {
        foreach (var step in plan.Steps)
        {
            Failed |= step.Failed;
            _facts.Add(step.Skipped is { } reason ? SqlWorkloadFacts.NotRun(step.Name, reason) : await RunAsync(step, cancel));
        }

        foreach (var swept in sessions.First.Swept)
        {
            context.Dialog.Complain($"an earlier run left {swept} behind: dropping it");
        }

        return this;
    }

    private async Task<SqlWorkloadFacts> RunAsync(SqlRunStep step, CancellationToken cancel)
    {
        if (step.Plan is not { } plan)
        {
            return await RunHereAsync(step.Argument!.Value, cancel);
        }

        if (ConnectionLost)
        {
            return SqlWorkloadFacts.NotRun(step.Name, Problem.Create(SqlProblem.ConnectionLost, $"the connection was lost before"));
        }

        context.Dialog.Progress($"running {WorkloadNames.Of(step.Name)}");
        try
        {
            var result = await sessions.RunAsync(plan, cancel);
            StatementCost ??= WorkloadFigures.StatementCost(result);
            ClockCall ??= WorkloadFigures.ClockCall(result);
            return WorkloadFigures.Create(step, result) with { Parallel = sessions.Count };
        }
        catch (SqlServerException left) when (left.Kind == SqlServerErrorKind.LeftBehind && cancel.IsCancellationRequested)
        {
            context.Dialog.Complain(left.Message);
            throw new OperationCanceledException(cancel);
        }
        catch (SqlServerException failed) when (settings.Named is null)
        {
            return NotRun(step.Name, failed);
        }
    }

    private async Task<SqlWorkloadFacts> RunHereAsync(long number, CancellationToken cancel)
    {
        context.Dialog.Progress("dividing on this machine");
        var runs = await Task.Run(() => PrimalityClient.Run(number, settings.Repeat, context.Time, cancel), cancel);
        return WorkloadFigures.OfClient(number, runs);
    }

    private SqlWorkloadFacts NotRun(SqlWorkload name, SqlServerException failed)
    {
        var cause = failed;
        if (failed.Kind == SqlServerErrorKind.LeftBehind)
        {
            context.Dialog.Complain(failed.Message);
            cause = failed.InnerException as SqlServerException ?? failed;
        }

        Failed = true;
        ConnectionLost = WorkloadNames.IsLost(cause.Kind);
        return ConnectionLost && !_facts.Exists(workload => workload.Seconds is not null)
            ? throw cause
            : SqlWorkloadFacts.NotRun(name, cause.Problem);
    }
}
