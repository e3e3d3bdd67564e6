namespace TimerProbe.Fleet.Store;

/// <summary>
/// The servers that one scan has for itself in a store, so that no two scans of one overlap. They are held
/// until disposed and die with their process, however that ends: each is an operating system's lock on a file
/// beside the store, or an advisory lock of a session in PostgreSQL.
/// </summary>
public abstract class ScanClaims : IAsyncDisposable
{
    private protected ScanClaims(IEnumerable<string> own, IEnumerable<KeyValuePair<string, LockHolder?>> others, string? token) =>
        (Own, Others, Token) = ([.. own], new Dictionary<string, LockHolder?>(others, StringComparer.OrdinalIgnoreCase), token);

    /// <summary>The servers asked for that another scan holds, in any case of letters; null where its holder is not known yet.</summary>
    public IReadOnlyDictionary<string, LockHolder?> Others { get; }

    /// <summary>Lets them go.</summary>
    public abstract ValueTask DisposeAsync();

    /// <summary>What servers are claimed by: their names as they are asked by, in small letters and each once, in one order.</summary>
    internal static IReadOnlyList<string> NamesOf(IEnumerable<string> servers) =>
        [.. servers.Select(server => server.ToLowerInvariant()).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    internal IReadOnlyList<string> Own { get; }

    /// <summary>
    /// What stands in the store beside each server for as long as nobody else has claimed it;
    /// null where a claim is as lasting as the process that holds it.
    /// </summary>
    internal string? Token { get; }
}
