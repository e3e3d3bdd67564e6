namespace TimerProbe.Server.Schedule;

internal sealed class RunningScans
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, long> _results = new()
    {
        [ScanOutcome.Complete] = 0,
        [ScanOutcome.Partial] = 0,
        [ScanOutcome.Failed] = 0,
        [ScanOutcome.Held] = 0,
        [ScanOutcome.GivenUp] = 0,
    };

    private int _count;
    private TaskCompletionSource? _none;

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _count;
            }
        }
    }

    public IReadOnlyList<(string Result, long Count)> Results
    {
        get
        {
            lock (_gate)
            {
                return [.. _results.Select(result => (result.Key, result.Value))];
            }
        }
    }

    public void Begin()
    {
        lock (_gate)
        {
            _count++;
        }
    }

    public void End(string result)
    {
        lock (_gate)
        {
            _results[result]++;
            if (--_count == 0)
            {
                _none?.TrySetResult();
            }
        }
    }

    public Task WhenNoneAsync()
    {
        lock (_gate)
        {
            return _count == 0
                ? Task.CompletedTask
                : (_none ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }
}
