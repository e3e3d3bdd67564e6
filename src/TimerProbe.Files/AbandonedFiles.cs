using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Files;

/// <summary>What runs left behind that were killed while they wrote: the unfinished files of <see cref="ReplacedFile"/>.</summary>
public static class AbandonedFiles
{
    /// <summary>Nobody writes for so long without being seen to hold the file open; file systems there are that do not tell.</summary>
    private static readonly TimeSpan Age = TimeSpan.FromHours(1);

    /// <summary>Removes those in a folder that belongs to this program on one machine.</summary>
    public static void RemoveFrom(string folder) => Remove(folder, ".timerprobe-*.tmp");

    /// <summary>Removes those of one file: a folder may be shared with other machines, which write others.</summary>
    internal static void RemoveOf(string path) => Remove(Path.GetDirectoryName(path)!, NameFor(path, "*"));

    /// <summary>The name of an unfinished file: whose it is can be told by it.</summary>
    internal static string NameFor(string path, string random) =>
        $".timerprobe-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Path.GetFileName(path))))[..8]}-{random}.tmp";

    private static void Remove(string folder, string pattern)
    {
        try
        {
            var before = TimeProvider.System.GetUtcNow().UtcDateTime - Age;
            foreach (var file in new DirectoryInfo(folder).EnumerateFiles(pattern)
                .Where(file => file.LastWriteTimeUtc < before && IsFree(file)))
            {
                file.Delete();
            }
        }
        catch (Exception held) when (held is IOException or UnauthorizedAccessException)
        {
            // Whatever it is, it does not keep anybody from writing.
        }
    }

    /// <summary>
    /// Whether it is a file that no process writes: one that does holds it alone. Opened for both, not even a pipe is waited for.
    /// </summary>
    private static bool IsFree(FileInfo file)
    {
        try
        {
            using var alone = file.LinkTarget is null ? file.Open(FileMode.Open, FileAccess.ReadWrite, FileShare.None) : null;
            return alone is not null;
        }
        catch (Exception held) when (held is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
