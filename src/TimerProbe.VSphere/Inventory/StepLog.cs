namespace TimerProbe.VSphere.Inventory;

/// <summary>Runs the steps of a reading and notes what each costs, in the order they end.</summary>
internal sealed class StepLog(VSphereSession session, IProgress<(string Step, int Count)>? progress)
{
    private readonly Lock _lock = new();
    private readonly List<ScanStep> _steps = [];

    public IReadOnlyList<ScanStep> Steps
    {
        get
        {
            lock (_lock)
            {
                return [.. _steps];
            }
        }
    }

    public async Task<T> RunAsync<T>(string name, Func<Step, Task<T>> run)
    {
        var clock = session.Options.TimeProvider;
        var start = clock.GetTimestamp();
        var step = new Step(name, progress);
        try
        {
            return await run(step);
        }
        finally
        {
            step.End();
            lock (_lock)
            {
                var elapsed = clock.GetElapsedTime(start);
                _steps.Add(new ScanStep(session.Server.ToString(), name, elapsed.TotalMilliseconds, step.Meter.Requests)
                {
                    WholeSettings = step.WholeSettings ? true : null,
                });
            }
        }
    }

    /// <summary>Runs a step whose failure, or whose end by the deadline, is told and does not end the reading.</summary>
    /// <param name="failed">Gets the reason; null for the deadline.</param>
    /// <exception cref="OperationCanceledException">It was cancelled, and not by the deadline.</exception>
    public async Task TryRunAsync(
        string name,
        Func<Step, CancellationToken, Task> run,
        Action<Problem?> failed,
        CancellationToken deadline,
        CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, deadline);
        try
        {
            await RunAsync(name, async step =>
            {
                await run(step, ending.Token);
                return true;
            });
        }
        catch (VSphereException ex)
        {
            failed(ex.Problem);
        }
        catch (OperationCanceledException) when (deadline.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            failed(null);
        }
    }

    public static async Task WhenAllAsync(CancellationTokenSource ending, params Task[] tasks)
    {
        try
        {
            await foreach (var done in Task.WhenEach(tasks))
            {
                await done;
            }
        }
        catch
        {
            await ending.CancelAsync();
            await Task.WhenAll(tasks).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (Array.Find(tasks, task => task.IsFaulted) is { } failed)
            {
                await failed;
            }

            throw;
        }
    }
}
