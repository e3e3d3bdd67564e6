namespace TimerProbe.Fleet.Store.Locking;

/// <summary>Files beside the store, one for each server, that nobody else can open.</summary>
internal sealed class FileScanClaims : ScanClaims
{
    private readonly IReadOnlyList<LockFile> _files;

    private FileScanClaims(IReadOnlyList<LockFile> files, IEnumerable<string> own, Dictionary<string, LockHolder?> others)
        : base(own, others, token: null) => _files = files;

    public static async Task<ScanClaims> TakeAsync(string store, IReadOnlyList<string> servers, LockHolder owner, CancellationToken cancel)
    {
        var files = new List<LockFile>();
        var others = new Dictionary<string, LockHolder?>(StringComparer.Ordinal);
        try
        {
            foreach (var server in servers)
            {
                var file = FileOf(store, server);
                if (LockFile.TryTake(file, owner) is { } held)
                {
                    files.Add(held);
                }
                else
                {
                    others[server] = await LockFile.ReadHolderAsync(file, cancel);
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

    public override ValueTask DisposeAsync() => CloseAsync(_files);

    private static string FileOf(string store, string server) => LockFile.Beside(store, $".{Uri.EscapeDataString(server)}.scan-lock");

    private static async ValueTask CloseAsync(IEnumerable<LockFile> files)
    {
        foreach (var file in files)
        {
            await file.DisposeAsync();
        }
    }
}
