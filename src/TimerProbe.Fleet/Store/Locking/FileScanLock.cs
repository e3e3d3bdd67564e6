using System.Text;
using TimerProbe.Files;

namespace TimerProbe.Fleet.Store.Locking;

/// <summary>
/// An open file that no other process can open: on Windows by its sharing mode, on Linux by <c>flock</c>. Since nobody else can open it,
/// its holder stands in a second file; that one may be out of date, the lock is not. Neither is removed: who removed one that another
/// process has just opened would leave two with a lock.
/// </summary>
internal sealed class FileScanLock : ScanLock
{
    private readonly FileStream _file;

    private FileScanLock(FileStream file) => _file = file;

    public static async Task<ScanLockAttempt> TryAcquireAsync(string store, ScanLockHolder owner, CancellationToken cancel)
    {
        var (lockFile, holderFile) = (store + ".scan-lock", store + ".scan-lock-holder");
        FileStream file;
        try
        {
            file = new FileStream(lockFile, NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException taken) when (IsSharing(taken))
        {
            return new ScanLockAttempt(Lock: null, ScanLockHolder.Read(await ReadAsync(holderFile, cancel)));
        }

        try
        {
            Tell(holderFile, owner);
            return new ScanLockAttempt(new FileScanLock(file), Holder: null);
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }
    }

    public override ValueTask DisposeAsync() => _file.DisposeAsync();

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
