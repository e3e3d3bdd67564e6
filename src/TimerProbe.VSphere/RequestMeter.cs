namespace TimerProbe.VSphere;

/// <summary>Counts requests and bytes. Safe to use by several requests at once.</summary>
public sealed class RequestMeter
{
    private long _requests;
    private long _bytesReceived;

    public long Requests => Interlocked.Read(ref _requests);

    /// <summary>The bytes of the answers' bodies, unpacked.</summary>
    public long BytesReceived => Interlocked.Read(ref _bytesReceived);

    internal void Sent() => Interlocked.Increment(ref _requests);

    internal void Received(int bytes) => Interlocked.Add(ref _bytesReceived, bytes);
}
