using System.IO.Compression;
using System.Security.Cryptography;

namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>
/// A document cut into pieces while it is written, each hashed and compressed: everything that can be done before the store is held. A
/// piece that the store is expected to have is not kept; should it be gone, the document is written again for it.
/// </summary>
internal sealed class CutDocument
{
    private readonly Action<Stream> _write;
    private readonly List<string> _hashes = [];
    private Dictionary<string, Piece> _pieces;

    /// <param name="write">Writes the document, the same each time.</param>
    /// <param name="expected">The hashes of the pieces that the store is likely to have.</param>
    public CutDocument(Action<Stream> write, IReadOnlySet<string> expected)
    {
        _write = write;
        _pieces = Cut((hash, piece) =>
        {
            _hashes.Add(hash);
            Length += piece.Length;
            return !expected.Contains(hash);
        });
    }

    public long Length { get; private set; }

    /// <summary>The SHA-256 of each piece in hexadecimal, in order.</summary>
    public IReadOnlyList<string> Hashes => _hashes;

    public Piece this[string hash]
    {
        get
        {
            if (!_pieces.TryGetValue(hash, out var piece))
            {
                _pieces = Cut((_, _) => true);
                piece = _pieces[hash];
            }

            return piece;
        }
    }

    private Dictionary<string, Piece> Cut(Func<string, ReadOnlyMemory<byte>, bool> isSaved)
    {
        var pieces = new Dictionary<string, Piece>(StringComparer.Ordinal);
        using var stream = new CuttingStream(piece =>
        {
            var hash = Convert.ToHexString(SHA256.HashData(piece.Span));
            if (isSaved(hash, piece) && !pieces.ContainsKey(hash))
            {
                pieces[hash] = new Piece(piece.Length, Compression.Pack(piece.Span));
            }
        });
        _write(stream);
        stream.End();
        return pieces;
    }

    internal readonly record struct Piece(int Length, byte[] Packed);
}

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

/// <summary>
/// Cuts bytes where their content says so, not at fixed places: a rolling hash over the last 64 bytes (a gear hash, as in FastCDC)
/// decides. What is put in or taken out moves the cuts nearby only, and everything after is cut as before.
/// </summary>
internal static class ContentCutter
{
    /// <summary>No chunk but the last is shorter.</summary>
    public const int Shortest = 2 * 1024;

    /// <summary>No chunk is longer.</summary>
    public const int Longest = 64 * 1024;

    /// <summary>13 bits: beyond <see cref="Shortest"/>, a cut every 8 KiB on average. The high bits have seen the most bytes.</summary>
    private const ulong Mask = 0x1FFFUL << 51;

    /// <summary>Other figures here would cut every document again: nothing would be found again.</summary>
    private static readonly ulong[] Gear = MakeGear();

    /// <summary>The length of the first chunk of bytes that are all there are left, or at least <see cref="Longest"/>.</summary>
    public static int LengthOfFirst(ReadOnlySpan<byte> bytes)
    {
        var hash = 0UL;
        var end = Math.Min(bytes.Length, Longest);
        for (var i = Math.Min(Shortest, end) - Math.Min(64, end); i < end; i++)
        {
            hash = (hash << 1) + Gear[bytes[i]];
            if (i >= Shortest && (hash & Mask) == 0)
            {
                return i + 1;
            }
        }

        return end;
    }

    /// <summary>SplitMix64 (Steele, Lea, Flood 2014) from 0.</summary>
    private static ulong[] MakeGear()
    {
        var gear = new ulong[256];
        var state = 0UL;
        for (var i = 0; i < gear.Length; i++)
        {
            state += 0x9E3779B97F4A7C15;
            var mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
            gear[i] = mixed ^ (mixed >> 31);
        }

        return gear;
    }
}

internal static class Compression
{
    private const int Quality = 5;
    private const int Window = 16;

    public static byte[] Pack(ReadOnlySpan<byte> bytes)
    {
        var packed = new byte[BrotliEncoder.GetMaxCompressedLength(bytes.Length)];
        return BrotliEncoder.TryCompress(bytes, packed, out var written, Quality, Window)
            ? packed[..written]
            : throw new InvalidOperationException("There is always room for what Brotli makes.");
    }

    /// <summary>The bytes as they were; null when these are none, or not as many.</summary>
    public static byte[]? Unpack(ReadOnlySpan<byte> packed, int length)
    {
        var bytes = new byte[length];
        return BrotliDecoder.TryDecompress(packed, bytes, out var written) && written == length ? bytes : null;
    }
}
