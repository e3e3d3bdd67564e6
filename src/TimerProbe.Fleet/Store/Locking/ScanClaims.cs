namespace TimerProbe.Fleet.Store;

/// <summary>
/// The servers that one scan has for itself in a store in a file, so that no two scans of one overlap: files beside the store,
/// one for each server, that nobody else can open. They are held until disposed and die with their process, however that ends.
/// </summary>
public sealed class ScanClaims : IAsyncDisposable
{
    private readonly IReadOnlyList<LockFile> _files;

    private ScanClaims(IReadOnlyList<LockFile> files, IReadOnlyDictionary<string, LockHolder?> others) =>
        (_files, Others) = (files, others);

    /// <summary>The servers asked for that another scan holds, in any case of letters; null where its holder is not known yet.</summary>
    public IReadOnlyDictionary<string, LockHolder?> Others { get; }

    public ValueTask DisposeAsync() => CloseAsync(_files);

    internal static async Task<ScanClaims> TakeAsync(
        string store, IEnumerable<string> servers, LockHolder owner, CancellationToken cancellationToken)
    {
        var files = new List<LockFile>();
        var others = new Dictionary<string, LockHolder?>(StringComparer.OrdinalIgnoreCase);
        try
        {
            foreach (var server in GetNames(servers))
            {
                var file = GetFile(store, server);
                if (LockFile.TryTake(file, owner) is { } held)
                {
                    files.Add(held);
                }
                else
                {
                    others[server] = await LockFile.ReadHolderAsync(file, cancellationToken);
                }
            }

            return new ScanClaims(files, others);
        }
        catch
        {
            await CloseAsync(files);
            throw;
        }
    }

    private static IEnumerable<string> GetNames(IEnumerable<string> servers) =>
        servers.Select(server => server.ToLowerInvariant()).Distinct().Order(StringComparer.Ordinal);

    private static string GetFile(string store, string server) => LockFile.Beside(store, $".{Uri.EscapeDataString(server)}.scan-lock");

    private static async ValueTask CloseAsync(IEnumerable<LockFile> files)
    {
        foreach (var file in files)
        {
            await file.DisposeAsync();
        }
    }
}
