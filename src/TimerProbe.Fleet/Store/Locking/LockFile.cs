namespace TimerProbe.Fleet.Store;

/// <summary>
/// An open file that no other process can open: on Windows by its sharing mode, on Linux by <c>flock</c>. Since nobody else can
/// open it, its holder is named in a second file; that one may be out of date, the lock is not. Neither is removed: removing one
/// that another process has just opened would leave two with a lock.
/// </summary>
internal sealed class LockFile : IAsyncDisposable
{
    private readonly FileStream _file;

    private LockFile(FileStream file) => _file = file;

    public static string Beside(string store, string ending) =>
        (File.Exists(store) && File.ResolveLinkTarget(store, returnFinalTarget: true) is { } real ? real.FullName : store) + ending;

    /// <summary>Opens one, and notes who holds it; null while somebody else does.</summary>
    /// <exception cref="StoreException">It is something else than a file, or may not be opened.</exception>
    /// <exception cref="IOException">It cannot be opened, or the holder not be written.</exception>
    public static LockFile? TryTake(string file, LockHolder holder)
    {
        StoreTarget.AssertFile(file);
        FileStream opened;
        try
        {
            opened = new FileStream(file, NewFileMode.Options(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException ex) when (IsSharing(ex))
        {
            return null;
        }
        catch (UnauthorizedAccessException ex)
        {
            throw new StoreException(
                StoreErrorKind.NoRights,
                $"the account {Environment.UserName} may not open the lock {file}, which another account may have made: remove it while nobody uses the store, or give it to this account.",
                ex);
        }

        try
        {
            WriteHolder(GetHolder(file), holder);
            return new LockFile(opened);
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    /// <summary>Who holds one that somebody else holds; null where that one has not written it yet.</summary>
    public static async Task<LockHolder?> ReadHolderAsync(string file, CancellationToken cancellationToken)
    {
        try
        {
            return LockHolder.Read(
                Encoding.UTF8.GetString(await ExternalFile.ReadAsync(GetHolder(file), FileLimits.Holder, cancellationToken)));
        }
        catch (FileRefusedException)
        {
            return null;
        }
    }

    public ValueTask DisposeAsync() => _file.DisposeAsync();

    private static string GetHolder(string file) => file + "-holder";

    private static bool IsSharing(IOException error) =>
        OperatingSystem.IsWindows() ? (error.HResult & 0xFFFF) == 32 : error.HResult is 11 or 35;

    private static void WriteHolder(string file, LockHolder holder)
    {
        using var reported = new ReplacedFile(file, NewFileMode.Private);
        reported.Stream.Write(Encoding.UTF8.GetBytes(holder.Write()));
        reported.Commit(FileLimits.RetryFor);
    }
}
