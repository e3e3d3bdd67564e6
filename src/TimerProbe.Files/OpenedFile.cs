namespace TimerProbe.Files;

/// <summary>A regular file that is open for reading: what is looked at is what is read.</summary>
public sealed class OpenedFile : IDisposable
{
    internal OpenedFile(SafeFileHandle handle) => Handle = handle;

    public SafeFileHandle Handle { get; }

    /// <summary>The length in bytes.</summary>
    public long Length => RandomAccess.GetLength(Handle);

    /// <summary>The whole file, if it has at most so many bytes; this closes it.</summary>
    /// <exception cref="FileRefusedException">It has more, or cannot be read.</exception>
    public byte[] Read(int most, CancellationToken cancellationToken)
    {
        try
        {
            using var stream = Stream(most);
            return BoundedRead.All(stream, (int)stream.Length, most, cancellationToken);
        }
        catch (Exception ex) when (ex is UnauthorizedAccessException or IOException and not FileRefusedException)
        {
            throw ExternalFile.Explain(ex);
        }
    }

    /// <summary>The file as a stream from its beginning, for what is too large for memory; disposing the stream closes the file.</summary>
    /// <exception cref="FileRefusedException">It has more than <paramref name="most"/> bytes.</exception>
    public Stream Stream(long most) => Length is var length && length > most
        ? throw BoundedRead.TooLarge(most, length)
        : new FileStream(Handle, FileAccess.Read, bufferSize: 0);

    public void Dispose() => Handle.Dispose();
}
