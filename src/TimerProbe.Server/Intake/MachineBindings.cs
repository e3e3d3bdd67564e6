namespace TimerProbe.Server.Intake;

/// <summary>
/// Binds a token of one machine to that machine: its name, and its SMBIOS UUID, which was given with it or is that of its first
/// document. A document of another machine is noted in the audit trail.
/// </summary>
internal sealed class MachineBindings(FleetStore store, KnownTokens tokens, AuditTrail audit, TimeProvider time)
{
    private static readonly TimeSpan NotedEvery = TimeSpan.FromMinutes(1);

    private const int MaxMachines = 20_000;

    private readonly ConcurrentDictionary<string, long> _noted = new();

    /// <summary>Why a document is refused, by the names of both machines; null where it is not.</summary>
    public async Task<string?> GetRefusalAsync(HttpContext context, SubmittedDocument document)
    {
        if (context.User.FindFirstValue(TokenAuthentication.MachineClaim) is not { } machine)
        {
            return null;
        }

        var token = context.User.FindFirstValue(TokenAuthentication.TokenClaim)!;
        var bound = context.User.FindFirstValue(TokenAuthentication.SmbiosUuidClaim);
        if (bound is null && document.SmbiosUuid is { } reported && document.BelongsTo(machine, smbiosUuid: null))
        {
            // Null: another machine is bound to this UUID, and this one is known by none.
            bound = await store.Tokens.BindAsync(token, machine, reported, context.RequestAborted) ?? "";
            tokens.Forget(token);
        }

        if (document.BelongsTo(machine, bound))
        {
            return null;
        }

        await NoteAsync(context, document, token, machine);
        return PlainText.OneLine(document.Kind == RunKinds.Scan
            ? $"A scan takes a token that is bound to no machine: this one is for {machine}."
            : $"The document is of another machine than the token is for: it is of {Known(document.Name, document.SmbiosUuid)}, the token for {Known(machine, bound)}.");
    }

    private static string Known(string? name, string? uuid) => $"{name ?? "no name"}{(uuid is { Length: > 0 } ? $" ({uuid})" : "")}";

    private async Task NoteAsync(HttpContext context, SubmittedDocument document, string token, string machine)
    {
        if (_noted.TryGetValue(token, out var at) && time.GetElapsedTime(at) < NotedEvery)
        {
            return;
        }

        if (_noted.Count >= MaxMachines)
        {
            _noted.Clear();
        }

        _noted[token] = time.GetTimestamp();
        await audit.RecordAsync(
            context.User.Identity?.Name ?? machine,
            AuditTrail.GetAddress(context),
            AuditTrail.DocumentRefused,
            token,
            PlainText.OneLine($"{document.Kind} of {document.Name}, {document.SmbiosUuid ?? "without UUID"}, by what is for {machine}"));
    }
}
