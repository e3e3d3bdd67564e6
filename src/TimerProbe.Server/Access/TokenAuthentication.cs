using System.Net;
using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;

namespace TimerProbe.Server.Access;

/// <summary>Identifies a client by the token in <c>Authorization: Bearer</c>, and answers a refused one with what to do.</summary>
internal sealed class TokenAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, KnownTokens tokens)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Token";

    public const string IsNotGood = "The token is not known, has expired or was revoked.";

    private const string Bearer = "Bearer ";

    public static string? Shown(HttpRequest request) =>
        request.Headers.Authorization is [{ } header] && header.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            ? header[Bearer.Length..].Trim()
            : null;

    public static ClaimsPrincipal GetPrincipal(ServerToken token, string scheme)
    {
        var claims = new List<Claim>
        {
            new(ClaimTypes.Name, token.Name),
            new(AccessClaims.Token, token.Id)
        };
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
        if (AccessRules.IsForAnybody(Context) || Shown(Request) is not { } text)
        {
            return AuthenticateResult.NoResult();
        }

        var answer = await tokens.LookAtAsync(text, Context.Connection.RemoteIpAddress, Context.RequestAborted);
        Context.Features.Set(answer.Wait is { } wait ? new Waiting(wait) : null);
        return answer.Token is { } token
            ? AuthenticateResult.Success(new AuthenticationTicket(GetPrincipal(token, Scheme.Name), Scheme.Name))
            : AuthenticateResult.Fail(IsNotGood);
    }

    protected override Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        if (Context.Features.Get<Waiting>() is { } waiting)
        {
            Response.StatusCode = StatusCodes.Status429TooManyRequests;
            Response.Headers.RetryAfter = RetryAfter(waiting.Time);
        }
        else if (IsForPage(Request))
        {
            Response.Redirect($"{SessionEvents.SignIn}?to={WebUtility.UrlEncode(Request.PathBase + Request.Path + Request.QueryString)}");
        }
        else
        {
            Response.StatusCode = StatusCodes.Status401Unauthorized;
            Response.Headers.WWWAuthenticate = "Bearer";
        }

        return Task.CompletedTask;
    }

    /// <summary>Whole seconds, as the header <c>Retry-After</c> takes.</summary>
    public static string RetryAfter(TimeSpan time) => Math.Ceiling(time.TotalSeconds).ToString();

    private static bool IsForPage(HttpRequest request) =>
        (HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method))
        && request.Headers.Authorization.Count == 0
        && BrowserRequests.Asks(request);

    private sealed record Waiting(TimeSpan Time);
}
