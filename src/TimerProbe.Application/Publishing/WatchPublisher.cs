using TimerProbe.Core.Watching;

namespace TimerProbe.Application.Publishing;

/// <summary>
/// Publishes what a watch knows: when its level or its host changed, else every quarter of an hour. It works beside the watch, so that
/// VMware Tools keep no sample waiting; what went wrong is said once, until it went well.
/// </summary>
internal sealed class WatchPublisher(HypervisorPublisher publisher, Guid run, TimeProvider time) : IWatchLog, IDisposable
{
    private static readonly TimeSpan LastWords = TimeSpan.FromSeconds(3);

    private readonly CancellationTokenSource _end = new();
    private bool _isNews;
    private long _last;
    private bool _hasPublished;

    /// <summary>What is on its way; over when the hypervisor took or refused it.</summary>
    internal Task Publishing { get; private set; } = Task.CompletedTask;

    public void Append(WatchLine line) => _isNews |= line is WatchLevelFound or WatchChanged or WatchHostChanged or WatchSuspended;

    /// <summary>Publishes what is due after a sample.</summary>
    public void Sampled(WatchState state)
    {
        var isDue = _isNews || (_hasPublished && time.GetElapsedTime(_last) >= HypervisorPublisher.AtMostEvery);
        if (!isDue || !Publishing.IsCompleted || state.Snapshot().ToPublish(run) is not { } check)
        {
            return;
        }

        (_isNews, _hasPublished, _last) = (false, true, time.GetTimestamp());
        Publishing = Task.Run(() => publisher.PublishAnew(check, _end.Token));
    }

    public void Dispose()
    {
        _end.CancelAfter(LastWords);
        Publishing.Wait();
        _end.Dispose();
    }
}
