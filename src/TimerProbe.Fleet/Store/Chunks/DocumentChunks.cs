using System.Security.Cryptography;
using TimerProbe.Files;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>Keeps documents as lists of chunks, each chunk once.</summary>
internal static class DocumentChunks
{
    private static readonly string[] InsertNames = ["id", "sha256", "length", "data"];

    /// <summary>
    /// Saves the chunks that are new; returns all of the document's as a packed list, and the bytes that were added.
    /// <paramref name="before"/> is the list of a document that is likely to be much the same.
    /// </summary>
    public static async Task<(byte[] List, long Added)> SaveAsync(StoreSession session, CutDocument document, byte[]? before)
    {
        var known = await FindAsync(session, document, before is null ? [] : ChunkList.Unpack(before) ?? []);
        var next = await session.FirstAsync("chunk-last", row => row.Long(0));
        var rows = new List<object?[]>();
        foreach (var hash in document.Hashes)
        {
            if (known.TryAdd(hash, next + 1))
            {
                var piece = document[hash];
                rows.Add([++next, Convert.FromHexString(hash), (long)piece.Length, piece.Packed]);
            }
        }

        await session.ExecuteManyAsync("chunk-insert", InsertNames, rows);
        var list = ChunkList.Pack([.. document.Hashes.Select(hash => known[hash])]);
        return (list, list.Length + rows.Sum(row => (long)((byte[])row[3]!).Length));
    }

    public static async Task<HashSet<string>> HashesAsync(StoreSession session, byte[] list) =>
        (await FindAsync(session, ChunkList.Unpack(list) ?? [])).Keys.ToHashSet(StringComparer.Ordinal);

    /// <summary>A document's bytes, each chunk checked against its hash.</summary>
    /// <exception cref="StoreException">They are damaged.</exception>
    public static async Task<byte[]> ReadAsync(StoreSession session, byte[] list, long length)
    {
        var ids = ChunkList.Unpack(list) ?? throw Damaged();
        var bytes = new MemoryStream(length is >= 0 and <= FileLimits.Document ? (int)length : throw Damaged());
        foreach (var (first, last) in IdRanges.Of(ids))
        {
            var next = first;
            foreach (var (id, hash, size, data) in await session.QueryAsync(
                "chunk-read", row => (row.Long(0), row.Bytes(1), row.Int(2), row.Bytes(3)), ("first", first), ("last", last)))
            {
                var chunk = size is > 0 and <= ContentCutter.Longest ? Compression.Unpack(data, size) : null;
                if (id != next++ || chunk is null || !SHA256.HashData(chunk).AsSpan().SequenceEqual(hash))
                {
                    throw Damaged();
                }

                bytes.Write(bytes.Length + chunk.Length <= length ? chunk : throw Damaged());
            }

            if (next != last + 1)
            {
                throw Damaged();
            }
        }

        return bytes.Length == length ? bytes.ToArray() : throw Damaged();
    }

    /// <summary>The rows of those chunks that the store has: first among those of the document before, then one by one.</summary>
    private static async Task<Dictionary<string, long>> FindAsync(StoreSession session, CutDocument document, List<long> before)
    {
        var known = await FindAsync(session, before);
        foreach (var hash in document.Hashes.Distinct(StringComparer.Ordinal).Where(hash => !known.ContainsKey(hash)).ToList())
        {
            if (await session.FirstAsync("chunk-find", row => row.Long(0), ("sha256", Convert.FromHexString(hash))) is > 0 and var id)
            {
                known[hash] = id;
            }
        }

        return known;
    }

    private static async Task<Dictionary<string, long>> FindAsync(StoreSession session, List<long> ids)
    {
        var known = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var (first, last) in IdRanges.Of([.. ids.Distinct().Order()]))
        {
            foreach (var (id, hash) in await session.QueryAsync(
                "chunk-hashes", row => (row.Long(0), Convert.ToHexString(row.Bytes(1))), ("first", first), ("last", last)))
            {
                known[hash] = id;
            }
        }

        return known;
    }

    private static StoreException Damaged() =>
        new(StoreErrorKind.Corrupt,
            "a part of this document in the store is damaged or missing. Other documents may still be whole; restore a copy of the store if there is one.");
}
