using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Files;

/// <summary>A regular file that is open for reading: what is looked at is what is read.</summary>
public sealed class OpenedFile : IDisposable
{
    internal OpenedFile(SafeFileHandle handle) => Handle = handle;

    /// <summary>The file, for those who ask who may read it.</summary>
    public SafeFileHandle Handle { get; }

    /// <summary>All of it.</summary>
    /// <param name="most">How many bytes it may have.</param>
    /// <param name="cancel">Ends the reading.</param>
    /// <exception cref="FileRefusedException">It has more, or cannot be read.</exception>
    public byte[] Read(int most, CancellationToken cancel)
    {
        try
        {
            var length = RandomAccess.GetLength(Handle);
            var offset = 0L;
            return length <= most
                ? BoundedRead.All(buffer => Next(buffer, ref offset), (int)length, most, cancel)
                : throw BoundedRead.TooLarge(most, length);
        }
        catch (IOException failed) when (failed is not FileRefusedException)
        {
            throw ExternalFile.Explain(failed);
        }
        catch (UnauthorizedAccessException failed)
        {
            throw ExternalFile.Explain(failed);
        }
    }

    /// <summary>How many bytes it has.</summary>
    public long Length => RandomAccess.GetLength(Handle);

    /// <summary>The file as a stream from its beginning, for what is larger than is wanted in memory; it closes the file with itself.</summary>
    /// <param name="most">How many bytes it may have.</param>
    /// <exception cref="FileRefusedException">It has more.</exception>
    public Stream Stream(long most) => Length is var length && length > most
        ? throw BoundedRead.TooLarge(most, length)
        : new FileStream(Handle, FileAccess.Read, bufferSize: 0);

    /// <inheritdoc/>
    public void Dispose() => Handle.Dispose();

    private int Next(Span<byte> buffer, ref long offset)
    {
        var read = RandomAccess.Read(Handle, buffer, offset);
        offset += read;
        return read;
    }
}
