using System.Globalization;

namespace TimerProbe.Files;

/// <summary>Reads to the end of something, or to a bound.</summary>
public static class BoundedRead
{
    private const int Chunk = 64 * 1024;

    /// <summary>Fills a part of the buffer; 0 at the end.</summary>
    internal delegate int Reader(Span<byte> buffer);

    /// <summary>Whether what was read so far is all that is wanted.</summary>
    internal delegate bool Enough(ReadOnlySpan<byte> read);

    /// <summary>
    /// All that a stream holds. A read that waits, of a pipe that nobody writes to, cannot be ended: it is left alone when this is cancelled,
    /// and the process ends over it.
    /// </summary>
    /// <param name="stream">What is read.</param>
    /// <param name="most">How many bytes it may hold.</param>
    /// <param name="cancel">Ends the reading.</param>
    /// <exception cref="FileRefusedException">It holds more.</exception>
    public static Task<byte[]> AllAsync(Stream stream, int most, CancellationToken cancel) =>
        Task.Run(() => All(buffer => stream.Read(buffer), Chunk, most, cancel), CancellationToken.None).WaitAsync(cancel);

    internal static byte[] All(Reader read, int expected, int most, CancellationToken cancel) => All(read, expected, most, _ => false, cancel);

    internal static byte[] All(Reader read, int expected, int most, Enough isEnough, CancellationToken cancel)
    {
        // One more than is expected shows the end without another buffer, one more than the most that there is more.
        var bytes = new byte[Math.Min(expected, most) + 1];
        var length = 0;
        while (true)
        {
            cancel.ThrowIfCancellationRequested();
            var count = read(bytes.AsSpan(length, Math.Min(bytes.Length - length, 16 * Chunk)));
            length += count;
            if (count == 0 || isEnough(bytes.AsSpan(0, length)))
            {
                return bytes.Length == length ? bytes : bytes[..length];
            }

            if (length > most)
            {
                throw TooLarge(most, actual: null);
            }

            if (length == bytes.Length)
            {
                Array.Resize(ref bytes, (int)Math.Min((2L * length) + Chunk, most + 1L));
            }
        }
    }

    internal static FileRefusedException TooLarge(long most, long? actual) => new(string.Create(
        CultureInfo.InvariantCulture,
        $"it is larger than {(most >= 1 << 20 ? $"{most >> 20:N0} MB" : $"{most:N0} bytes")}{(actual is null ? "" : $", the most that is read: it has {actual:N0} bytes")}"));
}
