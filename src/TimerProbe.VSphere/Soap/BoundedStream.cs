namespace TimerProbe.VSphere.Soap;

/// <summary>An answer, counted, cancellable and ended beyond its limits. Reading blocks, so it is done on a thread of its own.</summary>
internal sealed class BoundedStream(Stream body, SoapAnswerLimits limits, Action<int> received, CancellationToken cancellationToken)
    : Stream
{
    private long _total;
    private int _piece;
    private bool _isClosed;

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

    /// <summary>The next piece of the answer begins: an XML reader holds all that it reads of one, whatever it is made of.</summary>
    public void BeginPiece() => _piece = 0;

    public override int Read(byte[] buffer, int offset, int count)
    {
        var block = buffer.AsMemory(offset, count);
        var read = ReadBlock(block);
        EndedEarly = read == 0 && !_isClosed;
        received(read);
        _total += read;
        _piece += read;
        if (read > 0)
        {
            _isClosed = block.Span[..read].TrimEnd(" \t\r\n"u8).EndsWith("Envelope>"u8);
        }

        return _total > limits.Bytes ? throw new AnswerLimitException($"more than {limits.Bytes:N0} bytes")
            : _piece > limits.PieceBytes ? throw new AnswerLimitException($"a piece of more than {limits.PieceBytes:N0} bytes")
            : read;
    }

    private int ReadBlock(Memory<byte> block)
    {
        try
        {
            var reading = body.ReadAsync(block, cancellationToken);
            return reading.IsCompletedSuccessfully ? reading.Result : reading.AsTask().GetAwaiter().GetResult();
        }
        catch (InvalidDataException ex)
        {
            throw new IOException(ex.Message, ex);
        }
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

/// <summary>An answer goes beyond a limit; the message is the rest of "the answer has".</summary>
internal sealed class AnswerLimitException(string message) : Exception(message);
