namespace TimerProbe.Lab.Tds;

/// <summary>TLS inside TDS: the handshake travels in prelogin packets, everything after it does not.</summary>
internal sealed class HandshakeStream(Stream inner) : Stream
{
    private ReadOnlyMemory<byte> _received;

    public bool InPackets { get; set; } = true;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_received.Length == 0 && !InPackets)
        {
            return await inner.ReadAsync(buffer, cancellationToken);
        }

        if (_received.Length == 0)
        {
            if (await TdsPackets.ReadAsync(inner, cancellationToken) is not { } message)
            {
                return 0;
            }

            _received = message.Content;
        }

        var count = Math.Min(buffer.Length, _received.Length);
        _received[..count].CopyTo(buffer);
        _received = _received[count..];
        return count;
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        await (InPackets
            ? TdsPackets.WriteAsync(inner, TdsPackets.PreLogin, buffer.ToArray(), cancellationToken)
            : inner.WriteAsync(buffer, cancellationToken).AsTask());

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public override void Flush() => inner.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
