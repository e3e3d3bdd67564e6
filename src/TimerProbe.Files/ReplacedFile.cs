using System.Security.Cryptography;

namespace TimerProbe.Files;

/// <summary>
/// A file that appears under its name only when it is whole. Until then it is written beside it, under a name that nobody can know before
/// and that is never one that exists, so that no planted link leads elsewhere. What a killed run left of it is removed by a later one.
/// </summary>
public sealed class ReplacedFile : IDisposable
{
    private const int RandomBytes = 8;

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
        LockedFile.Try(() => File.Move(_temporary, _path, overwrite: true), retryFor);
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
}

/// <summary>
/// Waits for a file of Windows that another program holds open, such as an editor, a collector or a virus scanner. Elsewhere an
/// open file can be written to and replaced.
/// </summary>
public static class LockedFile
{
    private const int AccessDenied = unchecked((int)0x80070005), SharingViolation = unchecked((int)0x80070020);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    /// <summary>Tries again while another program holds the file; what is done either fails or is done as a whole.</summary>
    /// <exception cref="FileRefusedException">The file is held for longer than <paramref name="retryFor"/>.</exception>
    /// <exception cref="IOException">It failed otherwise.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be done.</exception>
    public static void Try(Action act, TimeSpan retryFor)
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

/// <summary>The C library of Linux. Source-generated marshalling would need unsafe code, which this project does without.</summary>
internal static class FileLibc
{
    /// <summary>
    /// asm-generic/fcntl.h, the same on x86-64 and arm64: read only, no controlling terminal, no wait for a pipe's writer, not inherited.
    /// </summary>
    public const int ReadWithoutWaiting = 0x100 | 0x800 | 0x80000;

    public const int PresentFolder = -100, EmptyPath = 0x1000;

    public const uint OnlyType = 1;

    public const int StatXLength = 256;

    /// <summary>offsetof(struct statx, stx_mode), 16 bits.</summary>
    public const int StatXMode = 28;

    public const int NotThere = 2, NoDevice = 6, NoAccess = 13, NotAFolder = 20, LinksInCircles = 40;

    public static SafeFileHandle Open(string path, int flags) => Open(Encoding.UTF8.GetBytes(path + '\0'), flags);

    public static int StatX(int folder, string path, int flags, uint mask, byte[] result) =>
        StatX(folder, Encoding.UTF8.GetBytes(path + '\0'), flags, mask, result);

#pragma warning disable SYSLIB1054
    [DllImport("libc", EntryPoint = "open", SetLastError = true, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern SafeFileHandle Open(byte[] path, int flags);

    [DllImport("libc", EntryPoint = "statx", SetLastError = true, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int StatX(int folder, byte[] path, int flags, uint mask, [Out] byte[] result);
#pragma warning restore SYSLIB1054
}
