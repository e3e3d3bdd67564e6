using System.IO.Compression;

namespace TimerProbe.Fleet.Store;

/// <summary>A document as a store keeps it: its JSON compressed by Brotli, and the SHA-256 of that JSON.</summary>
internal sealed record PackedDocument(byte[] Bytes, byte[] Sha256)
{
    public static PackedDocument Pack(Action<Stream> write)
    {
        using var packed = new MemoryStream();
        using var hash = SHA256.Create();
        using (var brotli = new BrotliStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        using (var hashed = new CryptoStream(brotli, hash, CryptoStreamMode.Write))
        {
            write(hashed);
        }

        return new PackedDocument(packed.ToArray(), hash.Hash!);
    }

    /// <exception cref="StoreException">It is not what was saved.</exception>
    public async Task<byte[]> UnpackAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var brotli = new BrotliStream(new MemoryStream(Bytes), CompressionMode.Decompress);
            var json = await BoundedRead.AllAsync(brotli, FileLimits.Document, cancellationToken);
            return SHA256.HashData(json).AsSpan().SequenceEqual(Sha256) ? json : throw Damaged(inner: null);
        }
        catch (Exception ex) when (ex is InvalidDataException or InvalidOperationException or FileRefusedException)
        {
            throw Damaged(ex);
        }
    }

    private static StoreException Damaged(Exception? inner) =>
        new(StoreErrorKind.Corrupt,
            "this document in the store is damaged: restore a copy of the store, or read another of its documents.",
            inner);
}
