using System.Text.Encodings.Web;

namespace TimerProbe.Server.Access;

/// <summary>Identifies a client by the token in <c>Authorization: Bearer</c>, and answers a refused one with what to do.</summary>
internal sealed class TokenAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, KnownTokens tokens)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Token";

    public const string IsNotGood = "The token is not known, has expired or was revoked.";

    public const string TokenClaim = "timerprobe:token";

    public const string ScopeClaim = "timerprobe:scope";

    public const string MachineClaim = "timerprobe:machine";

    public const string SmbiosUuidClaim = "timerprobe:smbios-uuid";

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
            new(TokenClaim, token.Id)
        };
        claims.AddRange(token.Scopes.Select(scope => new Claim(ScopeClaim, scope)));
        if (token.Machine is { } machine)
        {
            claims.Add(new Claim(MachineClaim, machine));
        }

        if (token.SmbiosUuid is { } uuid)
        {
            claims.Add(new Claim(SmbiosUuidClaim, uuid));
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
        Context.Items[typeof(TokenAuthentication)] = answer.Wait;
        return answer.Token is { } token
            ? AuthenticateResult.Success(new AuthenticationTicket(GetPrincipal(token, Scheme.Name), Scheme.Name))
            : AuthenticateResult.Fail(IsNotGood);
    }

    protected override Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        if (Context.Items[typeof(TokenAuthentication)] is TimeSpan wait)
        {
            Response.StatusCode = StatusCodes.Status429TooManyRequests;
            Response.Headers.RetryAfter = RetryAfter(wait);
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
}
