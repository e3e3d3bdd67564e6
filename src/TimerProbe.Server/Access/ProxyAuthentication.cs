using System.Collections.Concurrent;
using System.Net;
using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Serving;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Access;

/// <summary>A proxy that sees to TLS, and perhaps has already asked people who they are: believed from its own addresses only.</summary>
internal sealed class TrustedProxy
{
    private const string SchemeHeader = "X-Forwarded-Proto";

    private readonly IReadOnlyList<IPNetwork> _networks;
    private readonly string? _header;

    private TrustedProxy(IReadOnlyList<IPNetwork> networks, string? header, IReadOnlyList<string> scopes) =>
        (_networks, _header, Scopes) = (networks, header, scopes);

    public IReadOnlyList<string> Scopes { get; }

    /// <summary>Without settings no request comes from it.</summary>
    /// <exception cref="UseCaseException">An address or a scope is none.</exception>
    public static TrustedProxy From(TrustedProxySettings? settings) => settings is null
        ? new TrustedProxy([], header: null, [])
        : new TrustedProxy(
            [.. settings.Addresses.Select(NetworkOf)],
            settings.UserHeader,
            settings.Scopes.Count > 0 ? [.. settings.Scopes.Select(ScopeOf)] : [Access.Scopes.NameOf(Scope.Read)]);

    /// <summary>The user that a request names; null unless it comes from the proxy and names one.</summary>
    public string? UserOf(HttpContext context) =>
        _header is not null && IsIts(context) && context.Request.Headers[_header] is [{ Length: > 0 } user] ? user : null;

    /// <summary>Marks a request that came to the proxy by TLS: its cookies are for TLS only, and addresses begin with https.</summary>
    public void TakeScheme(HttpContext context)
    {
        if (IsIts(context)
            && context.Request.Headers[SchemeHeader] is [{ } scheme]
            && string.Equals(scheme, Uri.UriSchemeHttps, StringComparison.OrdinalIgnoreCase))
        {
            context.Request.Scheme = Uri.UriSchemeHttps;
        }
    }

    private bool IsIts(HttpContext context)
    {
        var address = context.Connection.RemoteIpAddress is { IsIPv4MappedToIPv6: true } mapped
            ? mapped.MapToIPv4()
            : context.Connection.RemoteIpAddress;
        return address is not null && _networks.Any(network => network.Contains(address));
    }

    private static IPNetwork NetworkOf(string text) =>
        ProxyNetwork.TryParse(text, out var network)
            ? network
            : throw new UseCaseException(
                Failure.Usage,
                $"server.trustedProxy.addresses takes addresses such as 10.0.0.5 and networks such as 10.0.0.0/24, not '{text}'");

    private static string ScopeOf(string text) =>
        Access.Scopes.Of(text) is Scope.Read or Scope.Acknowledge or Scope.Admin
            ? text
            : throw new UseCaseException(Failure.Usage, $"server.trustedProxy.scopes takes read, acknowledge and admin, not '{text}'");
}

internal sealed class ProxyAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, TrustedProxy proxy, ProxyVisits visits)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Proxy";

    protected override Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (proxy.UserOf(Context) is not { } user)
        {
            return Task.FromResult(AuthenticateResult.NoResult());
        }

        visits.Note(user, Context);
        var who = new ClaimsIdentity(
            [new(ClaimTypes.Name, user), .. proxy.Scopes.Select(scope => new Claim(AccessClaims.Scope, scope))], Name);
        return Task.FromResult(AuthenticateResult.Success(new AuthenticationTicket(new ClaimsPrincipal(who), Name)));
    }
}

/// <summary>
/// Notes in the audit trail the first request of a day of each person who comes by the trusted proxy, and so never signs in here. While the
/// store is away it is tried again after a minute.
/// </summary>
internal sealed class ProxyVisits(AuditTrail audit, TimeProvider time)
{
    private const int MostPeople = 10_000;

    private static readonly TimeSpan Again = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<string, DateTimeOffset> _next = new(StringComparer.Ordinal);

    /// <summary>Notes a request, which does not wait for that.</summary>
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
