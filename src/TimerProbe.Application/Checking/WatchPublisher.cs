namespace TimerProbe.Application.Checking;

/// <summary>
/// Publishes what a watch knows: when its state or its host changed, else every quarter of an hour. It works beside the watch,
/// so that no sample waits for VMware Tools; a failure is reported once, until it succeeds again.
/// </summary>
internal sealed class WatchPublisher(HypervisorPublisher publisher, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan FinalTimeout = TimeSpan.FromSeconds(3);

    private readonly CancellationTokenSource _end = new();
    private (DateTimeOffset? Since, int Moves) _published;
    private long _at;

    internal Task Publishing { get; private set; } = Task.CompletedTask;

    public void Sampled(WatchState state)
    {
        var now = (state.Since, state.Moves);
        if (Publishing.IsCompleted
            && state.ToPublish() is { } check
            && (now != _published || time.GetElapsedTime(_at) >= HypervisorPublisher.MinInterval))
        {
            (_published, _at) = (now, time.GetTimestamp());
            Publishing = Task.Run(() => publisher.PublishAnew(check, _end.Token));
        }
    }

    public void Dispose()
    {
        _end.CancelAfter(FinalTimeout);
        Publishing.Wait();
        _end.Dispose();
    }
}
