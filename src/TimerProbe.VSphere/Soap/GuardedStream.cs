namespace TimerProbe.VSphere.Soap;

/// <summary>
/// An answer on its way: read in blocks, counted, cancellable, and ended when it grows beyond its limits. Reading blocks the
/// calling thread, which is why answers are read on a thread of their own.
/// </summary>
internal sealed class GuardedStream(Stream body, SoapAnswerLimits limits, Action<int> count, CancellationToken cancellationToken)
    : ReadOnlyStream
{
    private readonly byte[] _block = new byte[64 * 1024];
    private int _start;
    private int _length;
    private long _total;
    private int _piece;
    private bool _isClosed;

    public bool EndedEarly { get; private set; }

    /// <summary>
    /// The next piece of the answer begins. Whatever the XML reader gathers of one node, it must read: what it reads between two
    /// calls of this bounds every string it builds, whatever the node is and however it is encoded.
    /// </summary>
    public void BeginPiece() => _piece = 0;

    public override int Read(Span<byte> buffer)
    {
        if (_start == _length && !Fill())
        {
            return 0;
        }

        var taken = Math.Min(buffer.Length, _length - _start);
        _block.AsSpan(_start, taken).CopyTo(buffer);
        _start += taken;
        _piece += taken;
        return _piece <= limits.PieceBytes ? taken : throw new AnswerLimitException($"a piece of more than {limits.PieceBytes:N0} bytes");
    }

    private bool Fill()
    {
        _start = 0;
        _length = ReadBlock();
        EndedEarly = _length == 0 && !_isClosed;
        count(_length);
        _total += _length;
        if (_length > 0)
        {
            _isClosed = _block.AsSpan(0, _length).TrimEnd(" \t\r\n"u8).EndsWith("Envelope>"u8);
        }

        return _total <= limits.Bytes ? _length > 0 : throw new AnswerLimitException($"more than {limits.Bytes:N0} bytes");
    }

    private int ReadBlock()
    {
        try
        {
            var reading = body.ReadAsync(_block, cancellationToken);
            return reading.IsCompletedSuccessfully ? reading.Result : reading.AsTask().GetAwaiter().GetResult();
        }
        catch (InvalidDataException ex)
        {
            throw new IOException(ex.Message, ex);
        }
    }
}
