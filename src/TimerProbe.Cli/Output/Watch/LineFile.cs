using TimerProbe.Application;
using TimerProbe.Core.Watching;
using TimerProbe.Files;

namespace TimerProbe.Cli.Output.Watch;

/// <summary>
/// A file that grows by whole lines. It is opened again for each, so that it may be renamed, removed or cut meanwhile; each line is
/// written at once and on the disk before the next is taken. A line that a killed writer left unfinished stays alone.
/// </summary>
internal sealed class LineFile : IWatchLog
{
    /// <summary>Lines that wait for a full disk to get room; years of changes, and not much memory.</summary>
    private const int MostWaiting = 1_000;

    private readonly Queue<byte[]> _waiting = new();
    private readonly Terminal _terminal;
    private readonly string _path;
    private readonly Func<WatchLine, byte[]> _write;
    private bool _complained;

    private LineFile(Terminal terminal, string path, Func<WatchLine, byte[]> write) =>
        (_terminal, _path, _write) = (terminal, path, write);

    /// <exception cref="UseCaseException">It cannot.</exception>
    public static LineFile Open(Terminal terminal, string file, Func<WatchLine, byte[]> write)
    {
        try
        {
            // The link itself is kept: it may lead to another file tomorrow.
            _ = OutputTarget.Parse(file);
            var path = Path.GetFullPath(file);
            OpenStream(path).Dispose();
            return new LineFile(terminal, path, write);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(Failure.Usage, $"cannot write '{file}': {error.Message}", error);
        }
    }

    /// <summary>Appends a line, and those before it that could not be written when they came.</summary>
    public void Append(WatchLine line)
    {
        _waiting.Enqueue(_write(line));
        try
        {
            Write([.. _waiting.SelectMany(waiting => waiting)]);
            _waiting.Clear();
            _complained = false;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            Complain(error);
        }
    }

    private void Write(byte[] lines)
    {
        using var stream = OpenLocked();
        if (!stream.CanSeek)
        {
            stream.Write(lines);
            return;
        }

        var end = stream.Length;
        try
        {
            stream.Write(EndsInTheMiddle(stream) ? [(byte)'\n', .. lines] : lines);
            stream.Flush(flushToDisk: true);
        }
        catch (IOException)
        {
            stream.SetLength(end);
            throw;
        }
    }

    private static bool EndsInTheMiddle(FileStream stream)
    {
        if (stream.Length == 0)
        {
            return false;
        }

        stream.Seek(-1, SeekOrigin.End);
        return stream.ReadByte() != '\n';
    }

    // What was held at the last line is not waited for again: samples would come late.
    private FileStream OpenLocked()
    {
        FileStream? stream = null;
        LockedFile.Try(() => stream = OpenStream(_path), _complained ? TimeSpan.Zero : FileLimits.RetryFor);
        return stream!;
    }

    // Without a buffer a line is one write, however long.
    private static FileStream OpenStream(string path) =>
        new(path, NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete));

    private void Complain(Exception error)
    {
        if (!_complained)
        {
            _terminal.Complain($"cannot write '{_path}', and will try again: {error.Message}");
            _complained = true;
        }

        if (_waiting.Count > MostWaiting)
        {
            _waiting.Dequeue();
        }
    }
}
