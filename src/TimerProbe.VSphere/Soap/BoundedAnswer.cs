using System.IO.Compression;
using System.Net.Http.Headers;
using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>Packed bytes of an answer, of which the wire may bring so many: what is packed may unpack to nothing for ever.</summary>
internal sealed class BoundedStream(Stream inner, long most) : ReadOnlyStream
{
    private long _count;

    /// <summary>The body of an answer, unpacked.</summary>
    /// <exception cref="AnswerLimitException">It is packed in a way that was not asked for.</exception>
    public static Stream Open(Stream wire, HttpContentHeaders headers, SoapAnswerLimits limits) => headers.ContentEncoding.ToArray() switch
    {
        [] => wire,
        ["gzip" or "x-gzip"] => new GZipStream(new BoundedStream(wire, limits.PackedBytes), CompressionMode.Decompress),
        ["deflate"] => new ZLibStream(new BoundedStream(wire, limits.PackedBytes), CompressionMode.Decompress),
        ["identity"] => wire,
        _ => throw new AnswerLimitException("a packing that was not asked for"),
    };

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var read = await inner.ReadAsync(buffer, cancellationToken);
        _count += read;
        return _count <= most ? read : throw new AnswerLimitException($"more than {most:N0} packed bytes");
    }

    public override int Read(Span<byte> buffer) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }
}

/// <summary>
/// An answer on its way: read in blocks, counted, cancellable, and ended when it grows beyond its limits. Reading blocks the
/// calling thread, which is why answers are read on a thread of their own.
/// </summary>
internal sealed class GuardedStream(Stream body, SoapAnswerLimits limits, Action<int> count, CancellationToken cancel) : ReadOnlyStream
{
    private readonly byte[] _block = new byte[64 * 1024];
    private int _start;
    private int _length;
    private long _total;
    private int _piece;
    private bool _isClosed;

    /// <summary>Whether the answer came to an end before its envelope did.</summary>
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
            var reading = body.ReadAsync(_block, cancel);
            return reading.IsCompletedSuccessfully ? reading.Result : reading.AsTask().GetAwaiter().GetResult();
        }
        catch (InvalidDataException broken)
        {
            throw new IOException(broken.Message, broken);
        }
    }
}

/// <summary>A stream that is read from its start to its end, and nothing else.</summary>
internal abstract class ReadOnlyStream : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public abstract override int Read(Span<byte> buffer);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

/// <summary>A name table that an answer made of endless new names, or of endless long ones, cannot grow without bound.</summary>
internal sealed class BoundedNameTable(SoapAnswerLimits limits) : XmlNameTable
{
    private readonly NameTable _names = new();
    private int _count;
    private long _characters;

    public override string Add(char[] array, int offset, int length) =>
        _names.Get(array, offset, length) ?? Counted(_names.Add(array, offset, length));

    public override string Add(string array) => _names.Get(array) ?? Counted(_names.Add(array));

    public override string? Get(char[] array, int offset, int length) => _names.Get(array, offset, length);

    public override string? Get(string array) => _names.Get(array);

    private string Counted(string name)
    {
        _characters += name.Length;
        return ++_count > limits.Names
            ? throw new AnswerLimitException($"more than {limits.Names:N0} different names")
            : _characters > limits.PieceBytes
                ? throw new AnswerLimitException($"names of more than {limits.PieceBytes:N0} characters")
                : name;
    }
}

/// <summary>An answer goes beyond a limit; the message is the rest of "the answer has".</summary>
internal sealed class AnswerLimitException(string message) : Exception(message);
