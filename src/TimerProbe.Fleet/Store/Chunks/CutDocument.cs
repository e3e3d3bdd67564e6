using System.Security.Cryptography;

namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>A document's bytes, cut, with the hash of each piece: everything that can be done before the store is held.</summary>
internal sealed class CutDocument
{
    private readonly List<Range> _ranges;

    /// <summary>Cuts and hashes.</summary>
    public CutDocument(ReadOnlyMemory<byte> bytes)
    {
        Bytes = bytes;
        _ranges = [.. ContentCutter.Cut(bytes)];
        Hashes = [.. _ranges.Select(range => Convert.ToHexString(SHA256.HashData(bytes.Span[range])))];
    }

    /// <summary>The whole.</summary>
    public ReadOnlyMemory<byte> Bytes { get; }

    /// <summary>The SHA-256 of each piece in hexadecimal, in order.</summary>
    public IReadOnlyList<string> Hashes { get; }

    /// <summary>A piece.</summary>
    public ReadOnlySpan<byte> this[int index] => Bytes.Span[_ranges[index]];
}
