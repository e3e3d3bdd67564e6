namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>Takes bytes and hands them on cut into chunks, the last one at the end. However they come, they are cut alike.</summary>
/// <param name="take">Takes a chunk; its memory is used again.</param>
internal sealed class CuttingStream(Action<ReadOnlyMemory<byte>> take) : Stream
{
    /// <summary>What is left of a full buffer is moved to its start: the longer it is, the less is moved.</summary>
    private readonly byte[] _buffer = new byte[8 * ContentCutter.Longest];
    private int _length;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var part = bytes[..Math.Min(bytes.Length, _buffer.Length - _length)];
            part.CopyTo(_buffer.AsSpan(_length));
            _length += part.Length;
            bytes = bytes[part.Length..];
            if (_length == _buffer.Length)
            {
                Cut(ContentCutter.Longest);
            }
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>Hands on what is left: there is no more.</summary>
    public void End() => Cut(1);

    /// <summary>Hands on chunks while at least so many bytes are left.</summary>
    private void Cut(int least)
    {
        var start = 0;
        while (_length - start >= least)
        {
            var length = ContentCutter.LengthOfFirst(_buffer.AsSpan(start, _length - start));
            take(_buffer.AsMemory(start, length));
            start += length;
        }

        _buffer.AsSpan(start, _length - start).CopyTo(_buffer);
        _length -= start;
    }
}
