using System.Text;
using TimerProbe.Files;

namespace TimerProbe.Fleet.Store.Locking;

/// <summary>
/// Open files, one for each server, that no other process can open: on Windows by their sharing mode, on Linux by <c>flock</c>. Since nobody
/// else can open them, their holder stands in a second file; that one may be out of date, the lock is not. Neither is removed: who removed
/// one that another process has just opened would leave two with a lock.
/// </summary>
internal sealed class FileScanClaims : ScanClaims
{
    private readonly IReadOnlyList<FileStream> _files;

    private FileScanClaims(IReadOnlyList<FileStream> files, IEnumerable<string> own, Dictionary<string, ScanLockHolder?> others)
        : base(own, others, token: null) => _files = files;

    public static async Task<ScanClaims> TakeAsync(string store, IReadOnlyList<string> servers, ScanLockHolder owner, CancellationToken cancel)
    {
        var files = new List<FileStream>();
        var others = new Dictionary<string, ScanLockHolder?>(StringComparer.Ordinal);
        try
        {
            foreach (var server in servers)
            {
                var file = FileOf(store, server);
                if (TryOpen(file) is { } opened)
                {
                    files.Add(opened);
                    Tell(file + "-holder", owner);
                }
                else
                {
                    others[server] = ScanLockHolder.Read(await ReadAsync(file + "-holder", cancel));
                }
            }

            return new FileScanClaims(files, servers.Except(others.Keys, StringComparer.Ordinal), others);
        }
        catch
        {
            await CloseAsync(files);
            throw;
        }
    }

    /// <summary>The file whose lock is the claim of a server.</summary>
    private static string FileOf(string store, string server) => $"{store}.{Uri.EscapeDataString(server)}.scan-lock";

    public override ValueTask DisposeAsync() => CloseAsync(_files);

    private static FileStream? TryOpen(string file)
    {
        StoreFiles.AssertFile(file);
        try
        {
            return new FileStream(file, NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException taken) when (IsSharing(taken))
        {
            return null;
        }
    }

    private static async ValueTask CloseAsync(IEnumerable<FileStream> files)
    {
        foreach (var file in files)
        {
            await file.DisposeAsync();
        }
    }

    /// <summary>ERROR_SHARING_VIOLATION on Windows; elsewhere .NET gives the number of EWOULDBLOCK.</summary>
    private static bool IsSharing(IOException error) =>
        OperatingSystem.IsWindows() ? (error.HResult & 0xFFFF) == 32 : error.HResult is 11 or 35;

    /// <summary>A link that somebody put there is replaced, and not followed.</summary>
    private static void Tell(string file, ScanLockHolder owner)
    {
        using var told = new ReplacedFile(file, NewFileMode.Private);
        told.Stream.Write(Encoding.UTF8.GetBytes(owner.Write()));
        told.Commit(FileLimits.RetryFor);
    }

    private static async Task<string?> ReadAsync(string file, CancellationToken cancel)
    {
        try
        {
            return Encoding.UTF8.GetString(await OutsideFile.ReadAsync(file, FileLimits.Holder, cancel));
        }
        catch (FileRefusedException)
        {
            return null;
        }
    }
}
