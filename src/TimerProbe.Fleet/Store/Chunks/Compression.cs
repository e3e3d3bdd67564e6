using System.IO.Compression;

namespace TimerProbe.Fleet.Store.Chunks;

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
