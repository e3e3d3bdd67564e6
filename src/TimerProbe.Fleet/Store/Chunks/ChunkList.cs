using TimerProbe.Files;

namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>
/// The chunks of a document by their row ids, packed: each as its step from the one before, seven bits a byte, and all of that compressed.
/// The chunks of one document were mostly saved one after another, so most steps are 1.
/// </summary>
internal static class ChunkList
{
    /// <summary>Of the largest document, each chunk as short as can be and as far from the one before, in bytes.</summary>
    private const int Longest = (FileLimits.Document / ContentCutter.Shortest + 2) * 10;

    public static byte[] Pack(IReadOnlyCollection<long> ids)
    {
        using var steps = new MemoryStream();
        using var writer = new BinaryWriter(steps);
        var before = 0L;
        writer.Write7BitEncodedInt(ids.Count);
        foreach (var id in ids)
        {
            var step = id - before;
            writer.Write7BitEncodedInt64((step << 1) ^ (step >> 63));
            before = id;
        }

        writer.Flush();
        var packed = Compression.Pack(steps.GetBuffer().AsSpan(0, (int)steps.Length));
        return [.. BitConverter.GetBytes((int)steps.Length), .. packed];
    }

    /// <summary>The list; null when these bytes are none.</summary>
    public static List<long>? Unpack(byte[] bytes)
    {
        const int lengthBytes = sizeof(int);
        if (bytes.Length <= lengthBytes
            || BitConverter.ToInt32(bytes) is var length && length is <= 0 or > Longest
            || Compression.Unpack(bytes.AsSpan(lengthBytes), length) is not { } steps)
        {
            return null;
        }

        using var reader = new BinaryReader(new MemoryStream(steps));
        var ids = new List<long>();
        var before = 0L;
        try
        {
            for (var left = reader.Read7BitEncodedInt(); left > 0; left--)
            {
                var step = reader.Read7BitEncodedInt64();
                before += (long)((ulong)step >> 1) ^ -(step & 1);
                ids.Add(before);
            }

            return ids;
        }
        catch (Exception broken) when (broken is EndOfStreamException or FormatException)
        {
            return null;
        }
    }
}

/// <summary>Numbers that follow each other, as pairs of the first and the last.</summary>
internal static class IdRanges
{
    public static IEnumerable<(long First, long Last)> Of(List<long> ids)
    {
        for (var start = 0; start < ids.Count;)
        {
            var end = start;
            while (end + 1 < ids.Count && ids[end + 1] == ids[end] + 1)
            {
                end++;
            }

            yield return (ids[start], ids[end]);
            start = end + 1;
        }
    }
}
