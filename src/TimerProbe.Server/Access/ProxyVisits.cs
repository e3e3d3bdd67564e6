using System.Collections.Concurrent;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Access;

/// <summary>
/// Keeps in the audit trail that somebody came by the trusted proxy, who never signs in here: the first
/// request of each on a day. While the store is away it is tried again after a minute.
/// </summary>
internal sealed class ProxyVisits(AuditTrail audit, TimeProvider time)
{
    private const int MostPeople = 10_000;

    private static readonly TimeSpan Again = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<string, DateTimeOffset> _next = new(StringComparer.Ordinal);

    /// <summary>Notes a request of somebody, who does not wait for it.</summary>
    public void Note(string user, HttpContext context)
    {
        var now = time.GetUtcNow();
        if (IsDue(user, now, new DateTimeOffset(now.UtcDateTime.Date.AddDays(1), TimeSpan.Zero)))
        {
            _ = RecordAsync(user, AuditTrail.AddressOf(context));
        }
    }

    private async Task RecordAsync(string user, string? address)
    {
        try
        {
            await audit.RecordAsync(user, address, AuditTrail.SignedIn, subject: null, "by the proxy");
        }
        catch (StoreException)
        {
            _next[user] = time.GetUtcNow() + Again;
        }
    }

    private bool IsDue(string user, DateTimeOffset now, DateTimeOffset next)
    {
        if (_next.TryGetValue(user, out var due))
        {
            return now >= due && _next.TryUpdate(user, next, due);
        }

        if (_next.Count >= MostPeople)
        {
            _next.Clear();
        }

        return _next.TryAdd(user, next);
    }
}
