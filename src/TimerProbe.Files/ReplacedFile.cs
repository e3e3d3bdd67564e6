using System.Security.Cryptography;

namespace TimerProbe.Files;

/// <summary>Whole when it appears; until then beside it under a new, unguessable name. A later run removes a killed one's rest.</summary>
public sealed class ReplacedFile : IDisposable
{
    private const int RandomBytes = 8;
    private const int AccessDenied = unchecked((int)0x80070005), SharingViolation = unchecked((int)0x80070020);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan AbandonedAge = TimeSpan.FromHours(1);

    private readonly string _path;
    private readonly string _temporary;
    private bool _isDone;

    /// <summary>Makes the unfinished file, with the mode of the old one from the start.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public ReplacedFile(string path, UnixFileMode newMode)
    {
        _path = path;
        RemoveAbandoned(Path.GetDirectoryName(path)!, NameFor(path, "*"));
        _temporary = Path.Combine(
            Path.GetDirectoryName(path)!, NameFor(path, RandomNumberGenerator.GetHexString(2 * RandomBytes, lowercase: true)));
        UnixFileMode? old = !OperatingSystem.IsWindows() && File.Exists(path) ? File.GetUnixFileMode(path) : null;
        var options = NewFileMode.Options(FileMode.CreateNew, FileAccess.Write, FileShare.None, old ?? newMode);
        options.BufferSize = 64 * 1024;
        try
        {
            Stream = new FileStream(_temporary, options);
        }
        catch (UnauthorizedAccessException ex)
        {
            throw new UnauthorizedAccessException(
                $"the account {Environment.UserName} may not make files in {Path.GetDirectoryName(path)}", ex);
        }

        if (!OperatingSystem.IsWindows() && old is { } mode)
        {
            File.SetUnixFileMode(Stream.SafeFileHandle, mode);
        }
    }

    public FileStream Stream { get; }

    /// <summary>Puts the file in the old one's place. On Windows an old one that a reader holds open is waited for so long.</summary>
    /// <exception cref="IOException">It could not be written whole, or is held for longer; the old one is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be replaced.</exception>
    public void Commit(TimeSpan retryFor)
    {
        Stream.Flush(flushToDisk: true);
        Stream.Dispose();
        WaitUntilFree(() => File.Move(_temporary, _path, overwrite: true), retryFor);
        _isDone = true;
    }

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
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            // Something looks into it, such as a virus scanner; it is hidden and harmless.
        }
    }

    public static void RemoveAbandoned(string folder) => RemoveAbandoned(folder, ".timerprobe-*.tmp");

    internal static string NameFor(string path, string random) =>
        $".timerprobe-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Path.GetFileName(path))))[..8]}-{random}.tmp";

    private static void RemoveAbandoned(string folder, string pattern)
    {
        try
        {
            var before = TimeProvider.System.GetUtcNow().UtcDateTime - AbandonedAge;
            foreach (var file in new DirectoryInfo(folder).EnumerateFiles(pattern)
                .Where(file => file.LastWriteTimeUtc < before && IsFree(file)))
            {
                file.Delete();
            }
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            // Whatever it is, it does not keep anybody from writing.
        }
    }

    private static bool IsFree(FileInfo file)
    {
        try
        {
            using var alone = file.LinkTarget is null ? file.Open(FileMode.Open, FileAccess.ReadWrite, FileShare.None) : null;
            return alone is not null;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>
    /// Tries again while another program, such as an editor, a collector or a virus scanner, holds a file of Windows open; what is done
    /// either fails or is done as a whole. Elsewhere an open file can be written to and replaced.
    /// </summary>
    /// <exception cref="FileRefusedException">The file is held for longer than <paramref name="retryFor"/>.</exception>
    /// <exception cref="IOException">It failed otherwise.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be done.</exception>
    public static void WaitUntilFree(Action act, TimeSpan retryFor)
    {
        for (var left = retryFor; ; left -= Pause)
        {
            try
            {
                act();
                return;
            }
            catch (Exception ex) when (IsHeld(ex))
            {
                if (left <= TimeSpan.Zero)
                {
                    throw new FileRefusedException("another program holds it open, or it may not be replaced", ex);
                }
            }

            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }
    }

    private static bool IsHeld(Exception error) => error.HResult == SharingViolation
        || (OperatingSystem.IsWindows() && error.HResult == AccessDenied);
}
