using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>Tells who asks by the token in <c>Authorization: Bearer</c>.</summary>
internal sealed class TokenAuthentication(IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, KnownTokens tokens)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    /// <summary>The name of this way.</summary>
    public const string Name = "Token";

    private const string Bearer = "Bearer ";

    /// <summary>Who somebody is that came with a token.</summary>
    public static ClaimsPrincipal PrincipalOf(ServerToken token, string scheme)
    {
        var claims = new List<Claim> { new(ClaimTypes.Name, token.Name), new(AccessClaims.Token, token.Id) };
        claims.AddRange(token.Scopes.Select(scope => new Claim(AccessClaims.Scope, scope)));
        if (token.Machine is { } machine)
        {
            claims.Add(new Claim(AccessClaims.Machine, machine));
        }

        if (token.SmbiosUuid is { } uuid)
        {
            claims.Add(new Claim(AccessClaims.SmbiosUuid, uuid));
        }

        return new ClaimsPrincipal(new ClaimsIdentity(claims, scheme));
    }

    protected override async Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (Request.Headers.Authorization is not [{ } header] || !header.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase))
        {
            return AuthenticateResult.NoResult();
        }

        return await tokens.FindAsync(header[Bearer.Length..].Trim(), Context.RequestAborted) is { } token
            ? AuthenticateResult.Success(new AuthenticationTicket(PrincipalOf(token, Scheme.Name), Scheme.Name))
            : AuthenticateResult.Fail("The token is not known, has expired or was revoked.");
    }
}
