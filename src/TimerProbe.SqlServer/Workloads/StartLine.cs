namespace TimerProbe.SqlServer.Workloads;

/// <summary>Where runners wait for each other, again and again, so that each of their runs starts together.</summary>
/// <param name="runners">How many there are; each comes to the line equally often.</param>
internal sealed class StartLine(int runners)
{
    private readonly Lock _lock = new();
    private TaskCompletionSource _open = New();
    private int _waiting;

    /// <summary>Ends when all have come.</summary>
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
