using System.Security.Cryptography;

namespace TimerProbe.Files;

/// <summary>
/// A file that appears under its name only when it is whole. Until then it is written beside it, under a name that nobody can know before
/// and that is never one that exists, so that no planted link leads elsewhere. What a killed run left of it is removed by a later one.
/// </summary>
public sealed class ReplacedFile : IDisposable
{
    private const int RandomBytes = 8;

    private readonly string _path;
    private readonly string _temporary;
    private bool _isDone;

    /// <summary>Makes the file beside it, with the mode of the old one from the start.</summary>
    /// <param name="path">The file to replace, or to make; no link.</param>
    /// <param name="newMode">The mode of one that is not there yet, less what the umask takes.</param>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public ReplacedFile(string path, UnixFileMode newMode)
    {
        _path = path;
        AbandonedFiles.RemoveOf(path);
        _temporary = Path.Combine(
            Path.GetDirectoryName(path)!,
            AbandonedFiles.NameFor(path, RandomNumberGenerator.GetHexString(2 * RandomBytes, lowercase: true)));
        UnixFileMode? old = !OperatingSystem.IsWindows() && File.Exists(path) ? File.GetUnixFileMode(path) : null;
        var options = NewFileMode.Options(FileMode.CreateNew, FileAccess.Write, FileShare.None, old ?? newMode);
        options.BufferSize = 64 * 1024;
        try
        {
            Stream = new FileStream(_temporary, options);
        }
        catch (UnauthorizedAccessException refused)
        {
            throw new UnauthorizedAccessException(
                $"the account {Environment.UserName} may not make files in {Path.GetDirectoryName(path)}", refused);
        }

        if (!OperatingSystem.IsWindows() && old is { } mode)
        {
            File.SetUnixFileMode(Stream.SafeFileHandle, mode);
        }
    }

    /// <summary>What is written.</summary>
    public FileStream Stream { get; }

    /// <summary>Puts the file in the old one's place. On Windows an old one that a reader holds open is waited for.</summary>
    /// <param name="retryFor">How long.</param>
    /// <exception cref="IOException">It could not be written whole, or is held for longer; the old one is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be replaced.</exception>
    public void Commit(TimeSpan retryFor)
    {
        Stream.Flush(flushToDisk: true);
        Stream.Dispose();
        LockedFile.Try(() => File.Move(_temporary, _path, overwrite: true), retryFor);
        _isDone = true;
    }

    /// <summary>Removes what was not finished.</summary>
    public void Dispose()
    {
        if (_isDone)
        {
            return;
        }

        try
        {
            Stream.Dispose();
        }
        catch (IOException)
        {
            // A full disk refuses the last buffer too; the file goes away in any case.
        }

        try
        {
            File.Delete(_temporary);
        }
        catch (Exception held) when (held is IOException or UnauthorizedAccessException)
        {
            // Something looks into it, such as a virus scanner; it is hidden and harmless.
        }
    }
}
