// How often the log was written and waited for since the instance started, and for how long.
using LogWaits = (long? StallMs, long? Writes, long? WaitMs, long? Waits);

namespace TimerProbe.SqlServer.Workloads;

/// <summary>Runs what a workload is made of, and asks what the server says of it: how it compiles it, what it waited for.</summary>
internal sealed class WorkloadMeasurement(
    ServerConnection connection,
    ServerIdentity identity,
    TimeProvider timeProvider,
    WorkloadPlan plan,
    WorkloadSteps steps)
{
    private readonly List<WorkloadRun> _runs = [];
    private readonly List<WorkloadRun> _twins = [];
    private readonly List<WorkloadRun> _controls = [];
    private long _iterations;

    public async Task<WorkloadResult> RunAsync(CancellationToken cancellationToken)
    {
        switch (plan.Workload)
        {
            case SqlWorkload.Primality:
                var result = await MeasureAsync(cancellationToken);
                return result with { Inlineable = await InlineableAsync(steps.Made[0].Object, cancellationToken) };
            case SqlWorkload.CommitLoop:
                var before = await LogWaitsAsync(cancellationToken);
                var commits = await MeasureAsync(cancellationToken);
                var after = before is null ? null : await LogWaitsAsync(cancellationToken);
                return commits with { LogWrite = GetLogWrite(before, after) };
            default:
                return await MeasureAsync(cancellationToken);
        }
    }

    /// <summary>
    /// A warm-up whose time is dropped, then the runs, each with its twin where there is one: they change places, so that a server
    /// that grows slower or faster does so for both. The control goes between them, or between the runs.
    /// </summary>
    private async Task<WorkloadResult> MeasureAsync(CancellationToken cancellationToken)
    {
        for (var i = 0; i <= plan.Repeat; i++)
        {
            Func<CancellationToken, Task>[] turn = steps.Twin is null ? [ControlAsync, LoopAsync]
                : i % 2 == 0 ? [LoopAsync, ControlAsync, TwinAsync]
                : [TwinAsync, ControlAsync, LoopAsync];
            foreach (var run in turn)
            {
                await run(cancellationToken);
            }
        }

        if (steps.Twin is null)
        {
            await ControlAsync(cancellationToken);
        }

        return new WorkloadResult
        {
            Workload = plan.Workload,
            Iterations = _iterations,
            Runs = _runs[1..],
            TwinRuns = [.. _twins.Skip(1)],
            Controls = [.. _controls.Skip(1)],
        };
    }

    private async Task LoopAsync(CancellationToken cancellationToken)
    {
        var (run, answer) = await RunOnceAsync(steps.Run, steps.Parameters, cancellationToken);
        _runs.Add(run);
        _iterations = plan.Workload is SqlWorkload.Primality or SqlWorkload.PrimalityNative
            ? PrimalityWork.Iterations(plan.Argument, answer)
            : steps.Parameters[^1].Value;
    }

    private async Task TwinAsync(CancellationToken cancellationToken) =>
        _twins.Add((await RunOnceAsync(steps.Twin!, steps.Parameters, cancellationToken)).Run);

    private async Task ControlAsync(CancellationToken cancellationToken)
    {
        if (steps.Control is { } control)
        {
            _controls.Add((await RunOnceAsync(control.Run, control.Parameters, cancellationToken)).Run);
        }
    }

    private async Task<(WorkloadRun Run, long Answer)> RunOnceAsync(
        SqlScript script, IReadOnlyList<(string Name, long Value)> parameters, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var sent = timeProvider.GetTimestamp();
        var rows = await connection.QueryAsync(
            script,
            parameters,
            row => (Started: row.Time("started"), Ended: row.Time("ended"), Result: row.Long("result")),
            plan.Timeout,
            cancellationToken);
        var waited = timeProvider.GetElapsedTime(sent);
        return rows is [{ Started: { } started, Ended: { } ended, Result: { } result }]
            ? (new WorkloadRun(Exactly(ended - started), Exactly(waited)), result)
            : throw new SqlServerException(SqlServerErrorKind.Refused, "the server did not say how long the run took");
    }

    /// <summary>How long a write of the log took between two readings, or a wait for one where that was longer.</summary>
    private static Duration? GetLogWrite(LogWaits? before, LogWaits? after)
    {
        var (then, now) = (before ?? default, after ?? default);
        var write = Each(now.StallMs - then.StallMs, now.Writes - then.Writes);
        var wait = Each(now.WaitMs - then.WaitMs, now.Waits - then.Waits);
        return new[] { write, wait }.Max() is { } milliseconds ? Duration.FromMilliseconds(milliseconds) : null;

        double? Each(long? milliseconds, long? times) => milliseconds >= 0 && times > 0 ? (double)milliseconds / times : null;
    }

    private async Task<LogWaits?> LogWaitsAsync(CancellationToken cancellationToken)
    {
        if (!identity.IsMicrosoft)
        {
            return null;
        }

        try
        {
            return await connection.QueryAsync(
                SqlScript.Get("inspect/log-waits", identity.SyntaxVersion),
                row => (row.Long("stall_ms"), row.Long("writes"), row.Long("wait_ms"), row.Long("waits")),
                cancellationToken) is [var waits] ? waits : null;
        }
        catch (SqlServerException ex) when (ex.Kind is SqlServerErrorKind.NoPermission or SqlServerErrorKind.Refused)
        {
            return null;
        }
    }

    /// <returns>True when the server might fold the function into its caller; null when it knows no such thing.</returns>
    private async Task<bool?> InlineableAsync(RunObject function, CancellationToken cancellationToken)
    {
        if (SqlScript.Find("inspect/inlineable", identity.SyntaxVersion) is not { } script)
        {
            return null;
        }

        var answer = await connection.QueryAsync(
            script.With("Object", function.Name), row => row.Integer("is_inlineable"), cancellationToken);
        return answer is [{ } value] ? value == 1 : null;
    }

    private static Duration Exactly(TimeSpan time) => new(time.Ticks * 100.0);
}
