using System.Net;
using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Serving;

namespace TimerProbe.Server.Access;

/// <summary>A proxy that sees to TLS, and perhaps has already asked people who they are: believed from its own addresses only.</summary>
internal sealed class TrustedProxy
{
    private const string SchemeHeader = "X-Forwarded-Proto";

    private readonly IReadOnlyList<IPNetwork> _networks;
    private readonly string? _header;

    private TrustedProxy(IReadOnlyList<IPNetwork> networks, string? header, IReadOnlyList<string> scopes) =>
        (_networks, _header, Scopes) = (networks, header, scopes);

    /// <summary>What whoever it names may do.</summary>
    public IReadOnlyList<string> Scopes { get; }

    /// <summary>The proxy of a configuration; nobody without one.</summary>
    /// <exception cref="UseCaseException">An address or a scope is none.</exception>
    public static TrustedProxy From(
        TrustedProxySettings? settings) => settings is null ? new TrustedProxy([], header: null, []) : new TrustedProxy(
        [.. settings.Addresses.Select(NetworkOf)],
        settings.UserHeader,
        settings.Scopes.Count > 0 ? [.. settings.Scopes.Select(ScopeOf)] : [Access.Scopes.NameOf(Scope.Read)]);

    /// <summary>The user that a request names; null unless it comes from the proxy and names one.</summary>
    public string? UserOf(HttpContext context) =>
        _header is not null && IsIts(context) && context.Request.Headers[_header] is [{ Length: > 0 } user] ? user : null;

    /// <summary>
    /// Takes a request that came to the proxy by TLS for what it is: its cookies are for
    /// TLS only, and addresses of this server begin with https.
    /// </summary>
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
        ProxyNetwork.TryParse(text, out var network) ? network
        : throw new UseCaseException(
            Failure.Usage,
            $"server.trustedProxy.addresses takes addresses such as 10.0.0.5 and networks such as 10.0.0.0/24, not '{text}'");

    private static string ScopeOf(string text) => Access.Scopes.Of(text) is Scope.Read or Scope.Acknowledge or Scope.Admin ? text
        : throw new UseCaseException(Failure.Usage, $"server.trustedProxy.scopes takes read, acknowledge and admin, not '{text}'");
}

internal sealed class ProxyAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, TrustedProxy proxy, ProxyVisits visits)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Proxy";

    /// <inheritdoc/>
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
