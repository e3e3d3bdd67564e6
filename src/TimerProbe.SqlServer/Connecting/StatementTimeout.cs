namespace TimerProbe.SqlServer.Connecting;

/// <summary>How long a statement just sent is waited for.</summary>
/// <param name="timeProvider">The clock.</param>
/// <param name="timeout">How long it may take. SqlClient counts that again for each part of an answer.</param>
/// <param name="cancelTimeout">How long it is waited for when it is to stop.</param>
internal sealed class StatementTimeout(TimeProvider timeProvider, TimeSpan timeout, TimeSpan cancelTimeout)
{
    // SqlClient counts in ticks of the system's timer, at most 15.625 ms each, of which the first and the last may be incomplete.
    private static readonly TimeSpan TwoTicks = TimeSpan.FromMilliseconds(2 * 15.625);

    private readonly long _sent = timeProvider.GetTimestamp();

    /// <summary>Whether the statement has had its time, or SqlClient, which counts whole seconds, takes it for over.</summary>
    public bool IsOver => timeProvider.GetElapsedTime(_sent) + TwoTicks >= TimeSpan.FromSeconds(Math.Max(1, (int)timeout.TotalSeconds));

    /// <summary>Ends with the statement, or when it was asked to stop and has had its time, or has had all of its time.</summary>
    /// <param name="work">The statement.</param>
    /// <param name="stop">What asks SqlClient to stop it.</param>
    /// <param name="cancellationToken">The caller's wish.</param>
    public async Task WaitAsync(Task work, CancellationTokenSource stop, CancellationToken cancellationToken)
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var overdue = new CancellationTokenSource(timeout + cancelTimeout, timeProvider);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(overdue.Token, cancellationToken);
        await using (ending.Token.UnsafeRegister(static state => ((TaskCompletionSource)state!).TrySetResult(), asked))
        {
            await Task.WhenAny(work, asked.Task);
        }

        if (!work.IsCompleted && !overdue.IsCancellationRequested)
        {
            // SqlClient sends its request on the thread that cancels, and may wait there.
            _ = stop.CancelAsync();
            await Task.WhenAny(work, Task.Delay(cancelTimeout, timeProvider, CancellationToken.None));
        }
    }
}
