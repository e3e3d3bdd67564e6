using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Files;

/// <summary>A regular file that is open for reading: what is looked at is what is read.</summary>
public sealed class OpenedFile : IDisposable
{
    internal OpenedFile(SafeFileHandle handle) => Handle = handle;

    public SafeFileHandle Handle { get; }

    /// <summary>The length in bytes.</summary>
    public long Length => RandomAccess.GetLength(Handle);

    /// <summary>The whole file, if it has at most so many bytes.</summary>
    /// <exception cref="FileRefusedException">It has more, or cannot be read.</exception>
    public byte[] Read(int most, CancellationToken cancellationToken)
    {
        try
        {
            var length = RandomAccess.GetLength(Handle);
            var offset = 0L;
            return length <= most
                ? BoundedRead.All(buffer => Next(buffer, ref offset), (int)length, most, cancellationToken)
                : throw BoundedRead.TooLarge(most, length);
        }
        catch (Exception ex) when (ex is UnauthorizedAccessException or IOException and not FileRefusedException)
        {
            throw ExternalFile.Explain(ex);
        }
    }

    /// <summary>
    /// The file as a stream from its beginning, for what is too large for memory; disposing the stream closes the file.
    /// </summary>
    /// <exception cref="FileRefusedException">It has more than <paramref name="most"/> bytes.</exception>
    public Stream Stream(long most) => Length is var length && length > most
        ? throw BoundedRead.TooLarge(most, length)
        : new FileStream(Handle, FileAccess.Read, bufferSize: 0);

    public void Dispose() => Handle.Dispose();

    private int Next(Span<byte> buffer, ref long offset)
    {
        var read = RandomAccess.Read(Handle, buffer, offset);
        offset += read;
        return read;
    }
}
