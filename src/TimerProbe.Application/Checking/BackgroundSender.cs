namespace TimerProbe.Application.Checking;

/// <summary>
/// Sends something beside a watch, so that no receiver keeps it from measuring: at its start, when there may be more, after the
/// pause that the last attempt asked for, and once more at its end, for a little while only.
/// </summary>
/// <param name="send">Sends what there is; the pause until it is to be tried again, null when nothing is left.</param>
internal sealed class BackgroundSender(
    Func<CancellationToken, Task<TimeSpan?>> send, bool keepsPause, TimeSpan finalTimeout, TimeProvider time) : IAsyncDisposable
{
    private readonly SemaphoreSlim _wake = new(1);
    private readonly CancellationTokenSource _ending = new();
    private readonly CancellationTokenSource _end = new();
    private Task _sending = Task.CompletedTask;

    public void Start() => _sending = Task.Run(SendAsync);

    public void Wake() => _wake.Release();

    public async ValueTask DisposeAsync()
    {
        _end.CancelAfter(finalTimeout);
        await _ending.CancelAsync();
        await _sending;
        _wake.Dispose();
        _ending.Dispose();
        _end.Dispose();
    }

    private async Task SendAsync()
    {
        TimeSpan? pause = null;
        bool isEnding;
        try
        {
            do
            {
                Task waiting = pause is { } minPause && keepsPause
                    ? Task.Delay(minPause, time, _ending.Token)
                    : _wake.WaitAsync(pause ?? Timeout.InfiniteTimeSpan, _ending.Token);
                await waiting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                isEnding = _ending.IsCancellationRequested;
                pause = await send(_end.Token);
            }
            while (!isEnding);
        }
        catch (OperationCanceledException)
        {
            // What was on its way waits for the next run.
        }
    }
}
