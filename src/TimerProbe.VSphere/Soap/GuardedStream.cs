namespace TimerProbe.VSphere.Soap;

/// <summary>
/// An answer on its way: read in blocks, counted, cancellable, and ended when it grows beyond its limits. Reading blocks the
/// calling thread, which is why answers are read on a thread of their own.
/// </summary>
internal sealed class GuardedStream(Stream body, AnswerLimits limits, Action<int> count, CancellationToken cancel) : Stream
{
    private readonly byte[] _block = new byte[64 * 1024];
    private int _start;
    private int _length;
    private long _total;
    private int _piece;
    private bool _isClosed;

    /// <summary>Whether the answer came to an end before its envelope did.</summary>
    public bool EndedEarly { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        if (_start == _length && !Fill())
        {
            return 0;
        }

        var taken = Math.Min(buffer.Length, _length - _start);
        _block.AsSpan(_start, taken).CopyTo(buffer);
        _start += taken;
        return taken;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private bool Fill()
    {
        _start = 0;
        _length = ReadBlock();
        EndedEarly = _length == 0 && !_isClosed;
        count(_length);
        if (_length > 0)
        {
            Check(_block.AsSpan(0, _length));
        }

        return _length > 0;
    }

    private int ReadBlock()
    {
        try
        {
            var reading = body.ReadAsync(_block, cancel);
            return reading.IsCompletedSuccessfully ? reading.Result : reading.AsTask().GetAwaiter().GetResult();
        }
        catch (Exception broken) when (broken is IOException or InvalidDataException)
        {
            throw new BrokenAnswerException(broken);
        }
    }

    /// <summary>Neither text nor a tag holds a '&lt;': the bytes between two of them bound every string the reader builds.</summary>
    private void Check(ReadOnlySpan<byte> block)
    {
        _total += block.Length;
        _isClosed = block.TrimEnd(" \t\r\n"u8).EndsWith("Envelope>"u8);
        var first = block.IndexOf((byte)'<');
        _piece += first < 0 ? block.Length : first;
        if (_total > limits.Bytes)
        {
            throw new AnswerLimitException($"more than {limits.Bytes:N0} bytes");
        }

        if (_piece > limits.PieceBytes)
        {
            throw new AnswerLimitException($"a piece of more than {limits.PieceBytes:N0} bytes");
        }

        _piece = first < 0 ? _piece : block.Length - block.LastIndexOf((byte)'<');
    }
}

/// <summary>The connection broke while an answer was read.</summary>
internal sealed class BrokenAnswerException(Exception cause) : Exception(cause.Message, cause);
