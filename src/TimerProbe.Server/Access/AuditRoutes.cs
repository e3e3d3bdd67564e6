using System.Text.Json.Serialization;
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
        return entries.Count > query.Count ? new AuditPage([.. entries.Take(query.Count)], entries[query.Count - 1].Id) : new AuditPage(entries, Before: null);
    }
}

/// <summary>How the audit trail is written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(AuditPage))]
internal sealed partial class AccessJson : JsonSerializerContext;

/// <summary>Where the audit trail is read.</summary>
internal static class AuditRoutes
{
    private const int Usual = 100;
    private const int Most = 1_000;

    /// <summary>Adds it.</summary>
    public static void Map(IEndpointRouteBuilder routes) => routes.MapGet("/api/v1/audit", ReadAsync).RequireScope(Scope.Admin).WithSummary("Who did what, the newest first");

    private static async Task<IResult> ReadAsync(FleetStore store, CancellationToken cancel, long? before = null, string? action = null, string? actor = null, int count = Usual) =>
        count is < 1 or > Most
            ? Results.Problem($"count takes 1 to {Most}.", statusCode: StatusCodes.Status400BadRequest)
            : Results.Json(await AuditPage.ReadAsync(store, new AuditQuery { Before = before, Action = action, Actor = actor, Count = count }, cancel), AccessJson.Default.AuditPage);
}
