using System.IO.Compression;
using System.Net.Http.Headers;
using System.Xml;

namespace TimerProbe.VSphere.Soap;

/// <summary>
/// Packed bytes of an answer, of which the wire may bring so many: what is packed may unpack to nothing for ever.
/// </summary>
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
