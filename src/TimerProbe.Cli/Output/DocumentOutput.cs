using System.Text;
using TimerProbe.Cli.Options;

namespace TimerProbe.Cli.Output;

/// <summary>Where a document goes: the console or a file.</summary>
internal abstract class DocumentOutput : IDisposable
{
    /// <summary>How every SQLite file begins (sqlite.org, Database File Format, 1.3).</summary>
    private static ReadOnlySpan<byte> SqliteMagic => "SQLite format 3\0"u8;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Opens the destination before the work begins, so that a path that cannot be written is known at once.</summary>
    /// <exception cref="CommandException">The file cannot be written.</exception>
    public static DocumentOutput Open(Terminal terminal, OutputSettings settings)
    {
        if (settings.File is not { } file)
        {
            return new StreamOutput(terminal.Data, "standard output");
        }

        try
        {
            var path = Resolve(file);
            if (IsDatabase(path))
            {
                throw new IOException("it is a database, such as a store");
            }

            return IsDevice(path) ? new StreamOutput(new FileStream(path, FileMode.Open, FileAccess.Write), path) : new FileOutput(path);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new CommandException(ExitCode.Usage, $"cannot write '{file}': {error.Message}", error);
        }
    }

    /// <summary>Writes the whole document as UTF-8.</summary>
    /// <exception cref="CommandException">It could not be written; a file that was there before is still whole.</exception>
    public void Write(Action<Stream> write)
    {
        try
        {
            WriteWhole(write);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new CommandException(ExitCode.NotPossible, $"cannot write {Name}: {error.Message}", error);
        }
    }

    /// <summary>Writes a text, with a newline at its end.</summary>
    /// <inheritdoc cref="Write(Action{Stream})"/>
    public void Write(string text) => Write(stream =>
    {
        using var writer = new StreamWriter(stream, Utf8, leaveOpen: true);
        writer.Write(text);
        writer.Write(text.EndsWith('\n') ? "" : "\n");
    });

    /// <summary>Removes what was not finished.</summary>
    public abstract void Dispose();

    protected abstract string Name { get; }

    protected abstract void WriteWhole(Action<Stream> write);

    private static string Resolve(string file)
    {
        var path = Path.GetFullPath(file);
        return Directory.Exists(path) ? throw new IOException("it is a folder")
            : !Directory.Exists(Path.GetDirectoryName(path)) ? throw new IOException($"the folder {Path.GetDirectoryName(path)} does not exist")
            : IsDevice(path) || new FileInfo(path).LinkTarget is null ? path
            : File.ResolveLinkTarget(path, returnFinalTarget: true)!.FullName;
    }

    private static bool IsDatabase(string path)
    {
        if (IsDevice(path) || !File.Exists(path))
        {
            return false;
        }

        Span<byte> begin = stackalloc byte[SqliteMagic.Length];
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return stream.ReadAtLeast(begin, begin.Length, throwOnEndOfStream: false) == begin.Length && begin.SequenceEqual(SqliteMagic);
    }

    // A device or a pipe takes what is written; renaming something over it would destroy it.
    private static bool IsDevice(string path) =>
        !OperatingSystem.IsWindows() && (path.StartsWith("/dev/", StringComparison.Ordinal) || path.StartsWith("/proc/", StringComparison.Ordinal));

    private sealed class StreamOutput(Stream stream, string name) : DocumentOutput
    {
        protected override string Name => name;

        public override void Dispose()
        {
            try
            {
                stream.Dispose();
            }
            catch (IOException)
            {
                // What it did not take was said when it was written.
            }
        }

        protected override void WriteWhole(Action<Stream> write)
        {
            write(stream);
            stream.Flush();
        }
    }

    /// <summary>A file that appears under its own name only when it is whole.</summary>
    private sealed class FileOutput : DocumentOutput
    {
        private readonly string _temporary;
        private FileStream? _stream;

        public FileOutput(string path)
        {
            Name = path;
            _temporary = $"{path}.{Environment.ProcessId}.tmp";
            _stream = new FileStream(_temporary, FileMode.Create, FileAccess.Write, FileShare.None);
        }

        protected override string Name { get; }

        public override void Dispose()
        {
            if (_stream is null)
            {
                return;
            }

            try
            {
                _stream.Dispose();
            }
            catch (IOException)
            {
                // A full disk refuses the last buffer too; the file goes away in any case.
            }

            File.Delete(_temporary);
        }

        protected override void WriteWhole(Action<Stream> write)
        {
            write(_stream!);
            _stream!.Flush(flushToDisk: true);
            _stream.Dispose();
            KeepMode();
            File.Move(_temporary, Name, overwrite: true);
            _stream = null;
        }

        private void KeepMode()
        {
            if (!OperatingSystem.IsWindows() && File.Exists(Name))
            {
                File.SetUnixFileMode(_temporary, File.GetUnixFileMode(Name));
            }
        }
    }
}
