namespace TimerProbe.SqlServer.Tests;

/// <summary>A clock that stands still: no timer of it ever ends, but one of a certain length is noticed.</summary>
internal sealed class StoppedTime(TimeSpan noticed) : TimeProvider
{
    private readonly TaskCompletionSource _awaited = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when somebody waits for that long.</summary>
    public Task Awaited => _awaited.Task;

    public override long GetTimestamp() => 0;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime == noticed)
        {
            _awaited.TrySetResult();
        }

        return new NeverTimer();
    }

    private sealed class NeverTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
