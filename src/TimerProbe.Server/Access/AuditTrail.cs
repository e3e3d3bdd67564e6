namespace TimerProbe.Server.Access;

/// <summary>Saves who did what. It must not be given secrets.</summary>
internal sealed class AuditTrail(FleetStore store, string node)
{
    public const string SignedIn = "signed-in";

    public const string SignInRefused = "sign-in-refused";

    public const string SignedOut = "signed-out";

    public const string TokenMade = "token-made";

    public const string TokenRevoked = "token-revoked";

    public const string AlertAcknowledged = "alert-acknowledged";

    public const string DocumentRefused = "document-refused";

    public const string ScanBegun = "scan-begun";

    public const string ConfigurationLoaded = "configuration-loaded";

    public const string ConfigurationRefused = "configuration-refused";

    public static IReadOnlyList<string> Actions { get; } =
    [
        AlertAcknowledged,
        ConfigurationLoaded,
        ConfigurationRefused,
        DocumentRefused,
        ScanBegun,
        SignInRefused,
        SignedIn,
        SignedOut,
        TokenMade,
        TokenRevoked
    ];

    private const int MaxTextLength = 500;

    /// <summary>Adds an entry. It cannot be cancelled: what it records is done, though the client may have hung up.</summary>
    /// <param name="address">Where the request came from; null for the command line.</param>
    public Task RecordAsync(string actor, string? address, string action, string? subject, string? detail) =>
        store.Audit.AddAsync(
            new AuditEntry(node, Short(actor)!, action) { Address = address, Subject = Short(subject), Detail = Short(detail) },
            CancellationToken.None);

    public Task RecordAsync(HttpContext context, string action, string? subject) =>
        RecordAsync(context.User.Identity?.Name ?? "nobody", GetAddress(context), action, subject, detail: null);

    public static string? GetAddress(HttpContext context) =>
        context.Connection.RemoteIpAddress is { IsIPv4MappedToIPv6: true } mapped
            ? mapped.MapToIPv4().ToString()
            : context.Connection.RemoteIpAddress?.ToString();

    private static string? Short(string? text) => text is { Length: > MaxTextLength } ? text[..MaxTextLength] : text;
}

/// <summary>A page of the audit trail.</summary>
/// <param name="Entries">The newest first.</param>
/// <param name="Before">What to ask for as <c>before</c> for the next page; null when there is none.</param>
internal sealed record AuditPage(IReadOnlyList<AuditEntry> Entries, long? Before)
{
    public static async Task<AuditPage> ReadAsync(FleetStore store, AuditQuery query, CancellationToken cancellationToken)
    {
        var entries = await store.Audit.ListAsync(query with { Count = query.Count + 1 }, cancellationToken);
        return entries.Count > query.Count
            ? new AuditPage([.. entries.Take(query.Count)], entries[query.Count - 1].Id)
            : new AuditPage(entries, Before: null);
    }
}

/// <summary>Removes entries of the audit trail that are older than the configuration says, once an hour.</summary>
internal sealed class AuditRetention(ServerContext context) : NodePart(context.Faults, context.Time)
{
    public static readonly TimeSpan DefaultValue = TimeSpan.FromDays(400);

    private static readonly TimeSpan Pace = TimeSpan.FromHours(1);

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        try
        {
            await context.Store.Audit.PruneAsync(context.Configuration.Server?.AuditRetention ?? DefaultValue, stopping);
        }
        catch (StoreException)
        {
            // The store is away, which other parts report; an hour more does no harm.
        }

        await Task.Delay(Pace, Time, stopping);
    }
}
