using System.Text;

namespace TimerProbe.Cli.Output;

internal abstract class DocumentOutput : IDisposable
{
    private static ReadOnlySpan<byte> SqliteMagic => "SQLite format 3\0"u8;

    /// <summary>Whether the file begins with a byte order mark: without one Excel reads CSV by the system's code page.</summary>
    private bool _beginsWithMark;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Opens the destination before the work begins, so that a path that cannot be written is known at once.</summary>
    /// <exception cref="UseCaseException">The file cannot be written.</exception>
    public static DocumentOutput Open(Terminal terminal, OutputSettings settings) => Open(terminal, settings, FileLimits.RetryFor);

    public static DocumentOutput Open(Terminal terminal, OutputSettings settings, TimeSpan retryFor)
    {
        if (settings.File is not { } file)
        {
            if (settings.Format == OutputFormat.Xlsx && !terminal.TakesBytes)
            {
                throw new UseCaseException(ExitCode.Usage, "xlsx is a file and no text: use --out FILE.xlsx");
            }

            if (terminal.IsRedirectedByCodePage && settings.Format is OutputFormat.Csv or OutputFormat.Html or OutputFormat.Markdown)
            {
                terminal.Complain(
                    $"{settings.Format} is written as UTF-8, which Windows PowerShell 5.1 does not keep when it redirects: use --out FILE");
            }

            return new StreamOutput(terminal.Data, "standard output");
        }

        try
        {
            // Who collects gauges is another user; anything else is for its owner and group.
            var output = Open(
                terminal,
                OutputTarget.Parse(file),
                settings.Format == OutputFormat.OpenMetrics ? NewFileMode.Collected : NewFileMode.Private,
                retryFor);
            output._beginsWithMark = settings.Format == OutputFormat.Csv && output is FileOutput;
            return output;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(ExitCode.Usage, $"cannot write '{file}': {ex.Message}", ex);
        }
    }

    /// <summary>Writes the whole document as UTF-8.</summary>
    /// <exception cref="UseCaseException">It could not be written; a file that was there before is still whole.</exception>
    public void Write(Action<Stream> write)
    {
        try
        {
            WriteWhole(_beginsWithMark ? Marked : write);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            throw new UseCaseException(ExitCode.NotPossible, $"cannot write {Name}: {ex.Message}", ex);
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

    public abstract void Dispose();

    protected abstract string Name { get; }

    protected abstract void WriteWhole(Action<Stream> write);

    private static DocumentOutput Open(Terminal terminal, OutputTarget target, UnixFileMode newMode, TimeSpan retryFor)
    {
        if (target.IsStream)
        {
            return target.Path == "/dev/stdout"
                ? new StreamOutput(terminal.Data, "standard output")
                : new StreamOutput(new FileStream(target.Path, FileMode.Open, FileAccess.Write), target.Path);
        }

        return IsDatabase(target.Path)
            ? throw new IOException("it is a database, such as a store")
            : new FileOutput(target.Path, newMode, retryFor);
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

    private sealed class StreamOutput(Stream stream, string name) : DocumentOutput
    {
        protected override string Name => name;

        public override void Dispose()
        {
            try
            {
                stream.Dispose();
            }
            catch (Exception ex) when (ex is IOException or UseCaseException)
            {
                // What it did not take was said when it was written.
            }
        }

        protected override void WriteWhole(Action<Stream> write)
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

    private sealed class FileOutput(string path, UnixFileMode newMode, TimeSpan retryFor) : DocumentOutput
    {
        private readonly ReplacedFile _file = new(path, newMode);

        protected override string Name => path;

        public override void Dispose() => _file.Dispose();

        protected override void WriteWhole(Action<Stream> write)
        {
            write(_file.Stream);
            _file.Commit(retryFor);
        }
    }
}
