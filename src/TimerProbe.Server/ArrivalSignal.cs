using System.Threading.Channels;

namespace TimerProbe.Server;

/// <summary>Wakes whoever waits for something to arrive on this node.</summary>
internal sealed class ArrivalSignal
{
    private readonly Channel<bool> _arrived = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    public void Tell() => _arrived.Writer.TryWrite(true);

    /// <summary>Waits until something has arrived since the last wait, at most so long.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task WaitAsync(TimeSpan most, TimeProvider time, CancellationToken cancel)
    {
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        await Task.WhenAny(_arrived.Reader.WaitToReadAsync(enough.Token).AsTask(), Task.Delay(most, time, enough.Token));
        await enough.CancelAsync();
        cancel.ThrowIfCancellationRequested();
        _arrived.Reader.TryRead(out _);
    }
}
