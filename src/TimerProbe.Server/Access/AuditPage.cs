using TimerProbe.Fleet;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>A page of the audit trail.</summary>
/// <param name="Entries">The newest first.</param>
/// <param name="Before">What to ask for as <c>before</c> for the next page; null when there is none.</param>
internal sealed record AuditPage(IReadOnlyList<AuditEntry> Entries, long? Before)
{
    /// <summary>Reads one.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public static async Task<AuditPage> ReadAsync(FleetStore store, AuditQuery query, CancellationToken cancel)
    {
        var entries = await store.Audit.ListAsync(query with { Count = query.Count + 1 }, cancel);
        return entries.Count > query.Count
            ? new AuditPage([.. entries.Take(query.Count)], entries[query.Count - 1].Id)
            : new AuditPage(entries, Before: null);
    }
}
