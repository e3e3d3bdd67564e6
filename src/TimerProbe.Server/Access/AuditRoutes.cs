using System.Text.Json.Serialization;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>A page of the audit trail.</summary>
/// <param name="Entries">The newest first.</param>
/// <param name="Before">What to ask for as <c>before</c> for the next page; null when there is none.</param>
internal sealed record AuditPage(IReadOnlyList<AuditEntry> Entries, long? Before);

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
    public static void Map(IEndpointRouteBuilder routes) => routes.MapGet("/api/v1/audit", ReadAsync).RequireScope(Scope.Admin);

    private static async Task<IResult> ReadAsync(FleetStore store, CancellationToken cancel, long? before = null, int count = Usual)
    {
        if (count is < 1 or > Most)
        {
            return Results.Problem($"count takes 1 to {Most}.", statusCode: StatusCodes.Status400BadRequest);
        }

        var entries = await store.Audit.ListAsync(before, count, cancel);
        return Results.Json(new AuditPage(entries, entries.Count == count ? entries[^1].Id : null), AccessJson.Default.AuditPage);
    }
}
