using System.Text;
using TimerProbe.Cli.Options;

namespace TimerProbe.Cli.Output;

/// <summary>
/// Where a document goes. A file is opened before the work begins, so that a path that cannot be written is known at once,
/// under a temporary name beside its own, which it takes only when it is whole.
/// </summary>
internal sealed class DocumentOutput : IDisposable
{
    private readonly Terminal _terminal;
    private readonly string? _file;
    private readonly string _temporary = "";
    private FileStream? _stream;

    private DocumentOutput(Terminal terminal, string? file)
    {
        _terminal = terminal;
        _file = file is null ? null : Path.GetFullPath(file);
        if (_file is not null)
        {
            _temporary = $"{_file}.{Environment.ProcessId}.tmp";
            _stream = OpenTemporary();
        }
    }

    /// <summary>Opens the destination.</summary>
    /// <exception cref="CommandException">The file cannot be written.</exception>
    public static DocumentOutput Open(Terminal terminal, OutputSettings settings) => new(terminal, settings.File);

    /// <summary>Writes the whole document.</summary>
    /// <exception cref="CommandException">It could not be written; a file that was there before is still whole.</exception>
    public void Write(string text)
    {
        var whole = text.EndsWith('\n') ? text : text + "\n";
        try
        {
            if (_stream is null)
            {
                _terminal.Out.Write(whole);
                return;
            }

            _stream.Write(Encoding.UTF8.GetBytes(whole));
            _stream.Flush(flushToDisk: true);
            _stream.Dispose();
            File.Move(_temporary, _file!, overwrite: true);
            _stream = null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new CommandException(ExitCode.NotPossible, $"cannot write {_file ?? "standard output"}: {error.Message}", error);
        }
    }

    /// <summary>Removes what was not finished.</summary>
    public void Dispose()
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

    private FileStream OpenTemporary()
    {
        if (Directory.Exists(_file))
        {
            throw new CommandException(ExitCode.Usage, $"cannot write {_file}: it is a folder");
        }

        try
        {
            return new FileStream(_temporary, FileMode.Create, FileAccess.Write, FileShare.None);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new CommandException(ExitCode.Usage, $"cannot write {_file}: {error.Message}", error);
        }
    }
}
