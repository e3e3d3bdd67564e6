using System.Security.Cryptography;

namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>
/// A document cut into pieces while it is written, each hashed and compressed: everything that can be done before the store is held. A piece
/// that the store is expected to have is not kept; should it be gone, the document is written again for it.
/// </summary>
internal sealed class CutDocument
{
    private readonly Action<Stream> _write;
    private readonly List<string> _hashes = [];
    private Dictionary<string, Piece> _pieces;

    /// <summary>Cuts what is written.</summary>
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

    /// <summary>The bytes of the whole.</summary>
    public long Length { get; private set; }

    /// <summary>The SHA-256 of each piece in hexadecimal, in order.</summary>
    public IReadOnlyList<string> Hashes => _hashes;

    /// <summary>A piece by its hash.</summary>
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

    /// <summary>A piece.</summary>
    /// <param name="Length">Its bytes.</param>
    /// <param name="Packed">What they are compressed.</param>
    internal readonly record struct Piece(int Length, byte[] Packed);
}
