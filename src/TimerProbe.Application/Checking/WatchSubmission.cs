namespace TimerProbe.Application.Checking;

/// <summary>Submits each line of a watch, after what earlier runs left; while the server is away, again after growing pauses.</summary>
internal sealed class WatchSubmission : IWatchLog, IAsyncDisposable
{
    private static readonly TimeSpan MinPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan MaxPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan FinalTimeout = TimeSpan.FromSeconds(10);

    private readonly RunSubmission _submission;
    private readonly BackgroundSender _sender;
    private TimeSpan _pause = TimeSpan.Zero;

    public WatchSubmission(RunSubmission submission, TimeProvider time)
    {
        (_submission, _sender) = (submission, new BackgroundSender(SendAsync, keepsPause: true, FinalTimeout, time));
        _sender.Start();
    }

    public void Append(WatchLine line)
    {
        if (_submission.Spool(RunResult.From(line)))
        {
            _sender.Wake();
        }
    }

    public ValueTask DisposeAsync() => _sender.DisposeAsync();

    private async Task<TimeSpan?> SendAsync(CancellationToken cancellationToken)
    {
        var answer = await _submission.DrainAsync(cancellationToken);
        _submission.Report(answer);
        _pause = answer is null ? TimeSpan.Zero : RunSubmission.WithJitter(Longer(_pause, answer.Again));
        return answer is null ? null : _pause;
    }

    private static TimeSpan Longer(TimeSpan pause, TimeSpan? reported)
    {
        var longer = pause == TimeSpan.Zero ? MinPause : pause < MaxPause / 2 ? pause * 2 : MaxPause;
        return reported > longer ? reported.Value : longer;
    }
}
