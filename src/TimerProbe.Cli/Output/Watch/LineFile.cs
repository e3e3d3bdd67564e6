namespace TimerProbe.Cli.Output;

/// <summary>
/// A file that grows by whole lines. It is opened again for each, so that it may be renamed, removed or cut meanwhile; each line
/// is written at once and on the disk before the next is taken. A line that a killed writer left unfinished stays alone.
/// </summary>
internal sealed class LineFile
{
    private readonly string _path;
    private bool _refused;

    private LineFile(string path) => _path = path;

    /// <exception cref="UseCaseException">It cannot be written.</exception>
    public static WaitingLines Open(Terminal terminal, string file, TimeProvider time)
    {
        try
        {
            // The link itself is kept: it may lead to another file tomorrow.
            _ = OutputTarget.Parse(file);
            var path = Path.GetFullPath(file);
            OpenStream(path).Dispose();
            return new WaitingLines(
                new LineFile(path).Append, why => terminal.ReportProblem($"cannot write '{path}', and will try again: {why}"), time);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(ExitCode.Usage, $"cannot write '{file}': {ex.Message}", ex);
        }
    }

    private string? Append(WatchLine line)
    {
        try
        {
            Write(WatchJson.Write(line));
            _refused = false;
            return null;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            _refused = true;
            return ex.Message;
        }
    }

    private void Write(byte[] line)
    {
        using var stream = OpenLocked();
        if (!stream.CanSeek)
        {
            stream.Write(line);
            return;
        }

        var end = stream.Length;
        try
        {
            stream.Write(EndsInTheMiddle(stream) ? [(byte)'\n', .. line] : line);
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

    // What was locked at the last line is not waited for again: samples would come late.
    private FileStream OpenLocked()
    {
        FileStream? stream = null;
        ReplacedFile.WaitUntilFree(() => stream = OpenStream(_path), _refused ? TimeSpan.Zero : FileLimits.RetryFor);
        return stream!;
    }

    // Without a buffer a line is one write, however long.
    private static FileStream OpenStream(string path) =>
        new(path, NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete));
}
