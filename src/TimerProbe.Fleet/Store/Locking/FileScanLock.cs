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
    /// <summary>On Windows one who reads the holder would otherwise keep the next from saying who it is.</summary>
    private const FileShare Everybody = FileShare.ReadWrite | FileShare.Delete;

    private readonly FileStream _file;

    private FileScanLock(FileStream file) => _file = file;

    public static async Task<ScanLockAttempt> TryAcquireAsync(string store, ScanLockHolder owner, CancellationToken cancel)
    {
        var holderFile = store + ".scan-lock-holder";
        FileStream file;
        try
        {
            file = new FileStream(store + ".scan-lock", NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException taken) when (IsSharing(taken))
        {
            return new ScanLockAttempt(Lock: null, ScanLockHolder.Read(await ReadAsync(holderFile, cancel)));
        }

        try
        {
            await using (var told = new FileStream(holderFile, NewFileMode.Options(FileMode.Create, FileAccess.Write, Everybody)))
            {
                await told.WriteAsync(Encoding.UTF8.GetBytes(owner.Write()), cancel);
            }

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

    private static async Task<string?> ReadAsync(string file, CancellationToken cancel)
    {
        try
        {
            using var reader = new StreamReader(new FileStream(file, FileMode.Open, FileAccess.Read, Everybody));
            return await reader.ReadToEndAsync(cancel);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
