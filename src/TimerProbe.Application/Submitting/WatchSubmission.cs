using TimerProbe.Application.Saving;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Application.Submitting;

/// <summary>
/// Submits what a watch finds beside it, so that no server keeps it from measuring: what earlier runs left at its start, then after each
/// change; while the server is away, again after longer and longer pauses.
/// </summary>
internal sealed class WatchSubmission : IWatchLog, IAsyncDisposable
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan LastWords = TimeSpan.FromSeconds(10);

    private readonly RunSubmission _submission;
    private readonly Func<WatchLine, WatchFindings?> _find;
    private readonly TimeProvider _time;
    private readonly SemaphoreSlim _wake = new(1);
    private readonly CancellationTokenSource _end = new();
    private readonly CancellationTokenSource _pause = new();
    private readonly Task _sending;

    public WatchSubmission(RunSubmission submission, Func<WatchLine, WatchFindings?> find, TimeProvider time)
    {
        (_submission, _find, _time) = (submission, find, time);
        _sending = Task.Run(SendAsync);
    }

    public void Append(WatchLine line)
    {
        if (_find(line) is { } found && _submission.Spool(RunResult.From(found)))
        {
            _wake.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        _end.CancelAfter(LastWords);
        await _pause.CancelAsync();
        await _sending;
        _wake.Dispose();
        _end.Dispose();
        _pause.Dispose();
    }

    private async Task SendAsync()
    {
        var pause = TimeSpan.Zero;
        bool isEnding;
        try
        {
            do
            {
                await _wake.WaitAsync(_pause.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                await Task.Delay(pause, _time, _pause.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                isEnding = _pause.IsCancellationRequested;
                var answer = await _submission.DrainAsync(_end.Token);
                _submission.Report(answer);
                pause = answer is null ? TimeSpan.Zero : RunSubmission.WithJitter(Longer(pause, answer.Again));
                if (answer is not null)
                {
                    _wake.Release();
                }
            }
            while (!isEnding);
        }
        catch (OperationCanceledException)
        {
            // What was on its way waits for the next run.
        }
    }

    private static TimeSpan Longer(TimeSpan pause, TimeSpan? reported)
    {
        var longer = pause == TimeSpan.Zero ? ShortestPause : pause < LongestPause / 2 ? pause * 2 : LongestPause;
        return reported > longer ? reported.Value : longer;
    }
}
