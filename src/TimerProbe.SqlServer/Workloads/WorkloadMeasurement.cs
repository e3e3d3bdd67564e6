using TimerProbe.Core.Units;
using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

internal sealed class WorkloadMeasurement(
    ServerConnection connection, TimeProvider timeProvider, WorkloadPlan plan, WorkloadSteps steps, StartLine line)
{
    /// <summary>A warm-up whose time is dropped, then the runs, each with its twin where there is one.</summary>
    public async Task<WorkloadResult> RunAsync(CancellationToken cancellationToken)
    {
        var runs = new List<WorkloadRun>();
        var twins = new List<WorkloadRun>();
        var iterations = 0L;
        for (var i = 0; i <= plan.Repeat; i++)
        {
            var (run, answer) = await RunOnceAsync(steps.Run, cancellationToken);
            runs.Add(run);
            iterations = plan.Workload is Workload.Primality or Workload.PrimalityNative
                ? PrimalityWork.Iterations(plan.Argument, answer)
                : steps.Parameters[^1].Value;
            if (steps.Twin is { } twin)
            {
                twins.Add((await RunOnceAsync(twin, cancellationToken)).Run);
            }
        }

        // Nobody drops beside another's last run.
        await line.WaitAsync(cancellationToken);
        return new WorkloadResult { Workload = plan.Workload, Iterations = iterations, Runs = runs[1..], TwinRuns = [.. twins.Skip(1)] };
    }

    private async Task<(WorkloadRun Run, long Answer)> RunOnceAsync(SqlScript script, CancellationToken cancellationToken)
    {
        await line.WaitAsync(cancellationToken);
        var sent = timeProvider.GetTimestamp();
        var rows = await connection.QueryAsync(
            script,
            steps.Parameters,
            row => (Started: row.Time("started"), Ended: row.Time("ended"), Result: row.Long("result")),
            plan.Timeout,
            cancellationToken);
        var waited = timeProvider.GetElapsedTime(sent);
        return rows is [{ Started: { } started, Ended: { } ended, Result: { } result }]
            ? (new WorkloadRun(Exactly(ended - started), Exactly(waited)), result)
            : throw new SqlServerException(SqlServerErrorKind.Refused, "the server did not say how long the run took");
    }

    private static Duration Exactly(TimeSpan time) => new(time.Ticks * 100.0);
}

/// <summary>Where runners, each of whom comes equally often, wait for each other so that each of their runs starts together.</summary>
internal sealed class StartLine(int runners)
{
    private readonly Lock _lock = new();
    private TaskCompletionSource _open = New();
    private int _waiting;

    /// <exception cref="OperationCanceledException">Cancelled: the line is of no use any more.</exception>
    public Task WaitAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        lock (_lock)
        {
            if (++_waiting < runners)
            {
                return _open.Task.WaitAsync(cancellationToken);
            }

            _waiting = 0;
            _open.SetResult();
            _open = New();
            return Task.CompletedTask;
        }
    }

    // Else whoever comes last would run the others' statements on its own thread.
    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
