using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a scan has claimed and another has taken over, to be asked in the transaction that saves.</summary>
internal static class LostClaims
{
    /// <summary>
    /// The servers that others have claimed since, with who they are. A token that is still there says that nobody else has had the server
    /// meanwhile, also when the session of the claim is gone: then nothing newer can have been saved of
    /// it, and whoever claims it from now on reads it later than this scan did.
    /// </summary>
    /// <param name="session">The transaction that saves.</param>
    /// <param name="claims">What was claimed; null for nothing, of which nothing is lost.</param>
    /// <param name="read">The servers that were read.</param>
    /// <exception cref="StoreException">They are all of those that were read.</exception>
    public static async Task<IReadOnlyDictionary<string, LockHolder?>> FindAsync(
        StoreSession session, ScanClaims? claims, IEnumerable<string> read)
    {
        if (claims?.Token is not { } token)
        {
            return new Dictionary<string, LockHolder?>(StringComparer.Ordinal);
        }

        var rows = await session.QueryAsync(
            "postgres-claim-lost",
            row => (Server: row.Text(0), Holder: LockHolder.Read(row.Text(1))),
            ("servers", string.Join('\n', claims.Own)),
            ("token", token));
        var lost = rows.ToDictionary(row => row.Server, row => row.Holder, StringComparer.OrdinalIgnoreCase);
        return lost.Count == 0 || !read.All(lost.ContainsKey) ? lost : throw new StoreException(
            StoreErrorKind.ClaimLost,
            $"the scan of {string.Join(" and ", lost.Keys)} was taken over by {LockHolder.Words(rows[0].Holder)}: nothing of this one is saved.");
    }
}
