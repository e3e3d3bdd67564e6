using TimerProbe.Fleet;
using TimerProbe.Server.Access;

namespace TimerProbe.Server.Views;

/// <summary>Acknowledges alerts, and keeps who did.</summary>
internal sealed class Acknowledging(FleetStore store, AuditTrail audit)
{
    /// <summary>Acknowledges an alert on all its channels.</summary>
    /// <returns>On how many it was not acknowledged before.</returns>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    public async Task<int> AcknowledgeAsync(string id, HttpContext http)
    {
        // Nobody can end it: what is done stands in the trail.
        var acknowledged = await store.Alerts.AcknowledgeAsync(id, CancellationToken.None);
        if (acknowledged > 0)
        {
            await audit.RecordAsync(
                http.User.Identity?.Name ?? "nobody", AuditTrail.AddressOf(http), AuditTrail.AlertAcknowledged, id, detail: null);
        }

        return acknowledged;
    }
}
