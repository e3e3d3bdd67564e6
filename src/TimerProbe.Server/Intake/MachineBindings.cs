using System.Collections.Concurrent;
using System.Security.Claims;
using TimerProbe.Core.Names;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;
using TimerProbe.Server.Access;

namespace TimerProbe.Server.Intake;

/// <summary>
/// Binds a token or certificate of one machine to that machine: its name, and its SMBIOS UUID, which was given with it or is that of its
/// first document. A document of another machine is noted in the audit trail.
/// </summary>
internal sealed class MachineBindings(FleetStore store, KnownTokens tokens, AuditTrail audit, TimeProvider time)
{
    /// <summary>For each token or certificate: whoever is refused comes again at once.</summary>
    private static readonly TimeSpan NotedEvery = TimeSpan.FromMinutes(1);

    private const int Most = 20_000;

    private readonly ConcurrentDictionary<string, long> _noted = new(StringComparer.Ordinal);

    /// <exception cref="StoreException">The store cannot be asked.</exception>
    public async Task<bool> MayAsync(HttpContext context, SubmittedDocument document)
    {
        if (context.User.FindFirstValue(AccessClaims.Machine) is not { } machine)
        {
            return true;
        }

        var bound = context.User.FindFirstValue(AccessClaims.SmbiosUuid);
        if (bound is null && document.SmbiosUuid is { } reported && document.IsOf(machine, smbiosUuid: null))
        {
            // Null: another machine is bound to this UUID, and this one is known by none.
            bound = await BindAsync(context.User, machine, reported, context.RequestAborted) ?? "";
        }

        if (document.IsOf(machine, bound))
        {
            return true;
        }

        await NoteAsync(context, document, machine);
        return false;
    }

    private async Task<string?> BindAsync(ClaimsPrincipal who, string machine, string reported, CancellationToken cancel)
    {
        if (who.FindFirstValue(AccessClaims.Token) is not { } token)
        {
            return await store.Tokens.BindCertificateAsync(
                $"certificate:{machine.ToLowerInvariant()}", machine, Scopes.NameOf(Scope.Submit), reported, cancel);
        }

        var bound = await store.Tokens.BindAsync(token, machine, reported, cancel);
        tokens.Forget(token);
        return bound;
    }

    private async Task NoteAsync(HttpContext context, SubmittedDocument document, string machine)
    {
        var submitter = context.User.FindFirstValue(AccessClaims.Submitter)!;
        if (_noted.TryGetValue(submitter, out var at) && time.GetElapsedTime(at) < NotedEvery)
        {
            return;
        }

        if (_noted.Count >= Most)
        {
            _noted.Clear();
        }

        _noted[submitter] = time.GetTimestamp();
        await audit.RecordAsync(
            context.User.Identity?.Name ?? machine,
            AuditTrail.AddressOf(context),
            AuditTrail.DocumentRefused,
            context.User.FindFirstValue(AccessClaims.Token),
            PlainText.OneLine($"{document.Kind} of {document.Name}, {document.SmbiosUuid ?? "without UUID"}, by what is for {machine}"));
    }
}
