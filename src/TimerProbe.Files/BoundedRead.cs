namespace TimerProbe.Files;

/// <summary>Reads to the end of something, or to a bound.</summary>
public static class BoundedRead
{
    private const int First = 64 * 1024;
    private const int Part = 1 << 20;

    /// <summary>A waiting read, as of a pipe, cannot be ended: when cancelled it is left alone, and the process ends over it.</summary>
    /// <param name="maxBytes">How many bytes it may hold.</param>
    /// <exception cref="FileRefusedException">It holds more.</exception>
    public static Task<byte[]> AllAsync(Stream stream, int maxBytes, CancellationToken cancellationToken) =>
        Task.Run(() => All(stream, First, maxBytes, cancellationToken), CancellationToken.None).WaitAsync(cancellationToken);

    /// <remarks>What <paramref name="isEnough"/> is looked for within the first <paramref name="expected"/> bytes.</remarks>
    internal static byte[] All(
        Stream stream, int expected, int maxBytes, CancellationToken cancellationToken, Func<ReadOnlyMemory<byte>, bool>? isEnough = null)
    {
        // One more than is expected shows the end without another part. Parts, since a buffer that grows costs three times its size.
        var parts = new List<byte[]>();
        var part = new byte[Math.Min(expected, maxBytes) + 1];
        var (total, length) = (0, 0);
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var count = stream.Read(part.AsSpan(length, Math.Min(part.Length - length, Part)));
            (total, length) = (total + count, length + count);
            if (count == 0 || isEnough?.Invoke(part.AsMemory(0, length)) == true)
            {
                return parts.Count == 0 && length == part.Length ? part : Joined(parts, part.AsSpan(0, length), total);
            }

            if (total > maxBytes)
            {
                throw TooLarge(maxBytes, actual: null);
            }

            if (length == part.Length)
            {
                parts.Add(part);
                (part, length) = (new byte[Part], 0);
            }
        }
    }

    internal static FileRefusedException TooLarge(long maxBytes, long? actual)
    {
        var limit = maxBytes >= 1 << 20 ? $"{maxBytes >> 20:N0} MB" : $"{maxBytes:N0} bytes";
        return new($"it is larger than {limit}{(actual is null ? "" : $", the most that is read: it has {actual:N0} bytes")}");
    }

    private static byte[] Joined(List<byte[]> parts, ReadOnlySpan<byte> last, int total)
    {
        var bytes = new byte[total];
        var offset = 0;
        foreach (var part in parts)
        {
            part.CopyTo(bytes, offset);
            offset += part.Length;
        }

        last.CopyTo(bytes.AsSpan(offset));
        return bytes;
    }
}
