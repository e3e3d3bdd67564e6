namespace TimerProbe.Server.Schedule;

/// <summary>How many scans run on this node.</summary>
internal sealed class RunningScans
{
    private readonly Lock _gate = new();
    private int _count;
    private TaskCompletionSource? _none;

    /// <summary>One begins, and ends when this is disposed.</summary>
    public IDisposable Begin()
    {
        lock (_gate)
        {
            _count++;
        }

        return new Running(this);
    }

    /// <summary>Completes as soon as none runs.</summary>
    public Task WhenNoneAsync()
    {
        lock (_gate)
        {
            return _count == 0 ? Task.CompletedTask : (_none ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }

    private void End()
    {
        lock (_gate)
        {
            if (--_count == 0)
            {
                _none?.TrySetResult();
            }
        }
    }

    private sealed class Running(RunningScans scans) : IDisposable
    {
        public void Dispose() => scans.End();
    }
}
