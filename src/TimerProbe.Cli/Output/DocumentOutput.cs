namespace TimerProbe.Cli.Output;

internal sealed class DocumentOutput(string name, Action<Action<Stream>> writeWhole, IDisposable? resource) : IDisposable
{
    private static ReadOnlySpan<byte> SqliteMagic => "SQLite format 3\0"u8;

    /// <summary>Whether the file begins with a byte order mark: without one Excel reads CSV by the system's code page.</summary>
    private bool _beginsWithMark;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Opens the destination before the work begins, so that a path that cannot be written is known at once.</summary>
    /// <exception cref="UseCaseException">The file cannot be written.</exception>
    public static DocumentOutput Open(Terminal terminal, ConfiguredOutput settings) => Open(terminal, settings, FileLimits.RetryFor);

    public static DocumentOutput Open(Terminal terminal, ConfiguredOutput settings, TimeSpan retryFor)
    {
        if (settings.File is not { } file)
        {
            if (settings.Format == OutputFormat.Xlsx && !terminal.TakesBytes)
            {
                throw new UseCaseException(ExitCode.Usage, "xlsx is a file and no text: use --out FILE.xlsx");
            }

            if (terminal.IsRedirectedByCodePage && settings.Format is OutputFormat.Csv or OutputFormat.Html or OutputFormat.Markdown)
            {
                terminal.ReportProblem(
                    $"{settings.Format} is written as UTF-8, which Windows PowerShell 5.1 does not keep when it redirects: use --out FILE");
            }

            return Over(terminal.Data, "standard output");
        }

        try
        {
            // Who collects gauges is another user; anything else is for its owner and group.
            var output = Open(
                terminal,
                OutputTarget.Parse(file),
                settings.Format == OutputFormat.OpenMetrics ? NewFileMode.Collected : NewFileMode.Private,
                retryFor);
            output._beginsWithMark = settings.Format == OutputFormat.Csv && !OutputTarget.Parse(file).IsStream;
            return output;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(ExitCode.Usage, $"cannot write '{file}': {ex.Message}", ex);
        }
    }

    public static DocumentOutput Over(Stream stream, string name) => new(name, write => WriteTo(stream, write), stream);

    /// <summary>Writes the whole document as UTF-8.</summary>
    /// <exception cref="UseCaseException">It could not be written; a file that was there before is still whole.</exception>
    public void Write(Action<Stream> write)
    {
        try
        {
            writeWhole(_beginsWithMark ? Marked : write);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            throw new UseCaseException(ExitCode.NotPossible, $"cannot write {name}: {ex.Message}", ex);
        }

        void Marked(Stream stream)
        {
            stream.Write(Encoding.UTF8.Preamble);
            write(stream);
        }
    }

    public void Write(Action<TextWriter> write) => Write((Stream stream) =>
    {
        using var writer = new StreamWriter(stream, Utf8, bufferSize: 32 * 1024, leaveOpen: true);
        write(writer);
    });

    public void WriteJson(object document) => Write((Stream stream) =>
    {
        DocumentJson.Write(stream, document);
        stream.WriteByte((byte)'\n');
    });

    public void Dispose()
    {
        try
        {
            resource?.Dispose();
        }
        catch (Exception ex) when (ex is IOException or UseCaseException)
        {
            // What it did not take was said when it was written.
        }
    }

    private static DocumentOutput Open(Terminal terminal, OutputTarget target, UnixFileMode newMode, TimeSpan retryFor)
    {
        if (target.IsStream)
        {
            return target.Path == "/dev/stdout"
                ? Over(terminal.Data, "standard output")
                : Over(new FileStream(target.Path, FileMode.Open, FileAccess.Write), target.Path);
        }

        if (IsDatabase(target.Path))
        {
            throw new IOException("it is a database, such as a store");
        }

        var file = new ReplacedFile(target.Path, newMode);
        return new DocumentOutput(
            target.Path,
            write =>
            {
                write(file.Stream);
                file.Commit(retryFor);
            },
            file);
    }

    private static bool IsDatabase(string path)
    {
        if (!File.Exists(path))
        {
            return false;
        }

        Span<byte> begin = stackalloc byte[SqliteMagic.Length];
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return stream.ReadAtLeast(begin, begin.Length, throwOnEndOfStream: false) == begin.Length && begin.SequenceEqual(SqliteMagic);
    }

    private static void WriteTo(Stream stream, Action<Stream> write)
    {
        try
        {
            write(stream);
            stream.Flush();
        }
        catch (UseCaseException ex) when (ex.ExitCode == ExitCode.Done)
        {
            // Who reads only its first lines has them; the rest of the work goes on.
        }
    }
}
