namespace TimerProbe.SqlServer.Connecting;

/// <summary>Looks again and again at how much a server has sent: SqlClient itself keeps messages without end.</summary>
internal sealed class AnswerWatch : IDisposable
{
    private readonly TaskCompletionSource _exceeded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ITimer _timer;

    /// <summary>Begins.</summary>
    /// <param name="received">A count that only grows.</param>
    /// <param name="most">By how much it may grow.</param>
    /// <param name="time">The clock.</param>
    public AnswerWatch(Func<long> received, long most, TimeProvider time)
    {
        var end = received() + most;
        _timer = time.CreateTimer(
            _ =>
            {
                if (received() > end)
                {
                    _exceeded.TrySetResult();
                }
            },
            state: null,
            SqlAnswerLimits.Counting,
            SqlAnswerLimits.Counting);
    }

    /// <summary>Ends when it was too much.</summary>
    public Task Exceeded => _exceeded.Task;

    /// <summary>Whether it was too much.</summary>
    public bool IsExceeded => _exceeded.Task.IsCompleted;

    /// <summary>Ends.</summary>
    public void Dispose() => _timer.Dispose();
}
