using Microsoft.AspNetCore.Authentication.OpenIdConnect;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace TimerProbe.Server.Pages;

/// <summary>Lets people sign in at an OpenID provider, by its code flow with PKCE.</summary>
internal sealed class OpenIdSignIn(
    OpenIdClient client, SessionEvents sessions, AuditTrail audit, FailedAttempts failed, Faults faults) : OpenIdConnectEvents
{
    public const string Start = "/sign-in/openid";

    public const string Callback = "/sign-in/openid/callback";

    private const string Name = "OpenId";
    private const string Subject = "sign-in";

    public static void Add(IServiceCollection services, OpenIdClient? client, Faults faults)
    {
        if (client is null)
        {
            return;
        }

        services.AddSingleton(client).AddSingleton(faults).AddSingleton<OpenIdSignIn>();
        services.AddAuthentication().AddOpenIdConnect(Name, options => Configure(options, client));
    }

    public static void Map(IEndpointRouteBuilder routes)
    {
        if (routes.ServiceProvider.GetService<OpenIdClient>() is not null)
        {
            routes.MapGet(Start, StartAsync).AllowAnonymous().ExcludeFromDescription();
        }
    }

    public override async Task TicketReceived(TicketReceivedContext context)
    {
        context.HandleResponse();
        faults.End(Subject, Name);
        var (http, person) = (context.HttpContext, client.GetName(context.Principal!));
        var subject = $"{context.Principal!.FindFirst("sub")?.Value} at {client.Host}";
        if (person is null)
        {
            await RefuseAsync(
                http,
                StatusCodes.Status403Forbidden,
                $"{client.Host} does not say who you are. Ask whoever runs this server: the claim {client.Settings.NameClaim ?? "preferred_username"} is missing.",
                $"no name: {subject}");
        }
        else if (client.GetScopes(context.Principal) is not { Count: > 0 } scopes)
        {
            await RefuseAsync(
                http,
                StatusCodes.Status403Forbidden,
                $"You are known at {client.Host} as {person}, and may do nothing here: none of what it says of you is named in server.openId.grants. Ask whoever runs this server for a group or role that is.",
                $"no grant: {person}, {subject}");
        }
        else
        {
            await sessions.BeginAsync(http, person, scopes, $"{string.Join(' ', scopes)}: {subject}");
            http.Response.Redirect(SignInRoutes.GetLocalTarget(context.ReturnUri));
        }
    }

    public override Task AccessDenied(AccessDeniedContext context)
    {
        context.HandleResponse();
        return SignInRoutes.Page(context.ReturnUrl, $"{client.Host} did not let you in, or you went back.", StatusCodes.Status403Forbidden)
            .ExecuteAsync(context.HttpContext);
    }

    public override Task RemoteFailure(RemoteFailureContext context)
    {
        context.HandleResponse();
        return context.Failure switch
        {
            { } away when IsAway(away) => SayAwayAsync(context.HttpContext, context.Properties?.RedirectUri, away),
            // Nothing that this browser began, or too long ago. Anybody can send it: nothing is saved.
            null or AuthenticationFailureException => SignInRoutes.Page(
                context.Properties?.RedirectUri,
                $"Signing in at {client.Host} took too long, or began in another browser. Try again.",
                StatusCodes.Status400BadRequest).ExecuteAsync(context.HttpContext),
            { } refused => RefuseAsync(
                context.HttpContext,
                StatusCodes.Status401Unauthorized,
                $"What {client.Host} says of you was not accepted. Try again; if it goes on, whoever runs this server finds why in the audit trail.",
                refused.Message),
        };
    }

    private static void Configure(OpenIdConnectOptions options, OpenIdClient client)
    {
        options.Authority = client.Settings.Issuer.OriginalString;
        options.MetadataAddress = OpenIdProvider.GetDiscovery(client.Settings.Issuer);
        options.RequireHttpsMetadata = client.Settings.Issuer.Scheme == Uri.UriSchemeHttps;
        options.ClientId = client.Settings.ClientId;
        options.ClientSecret = client.Secret;
        options.BackchannelHttpHandler = client.Handler;
        options.BackchannelTimeout = OpenIdProvider.ShutdownTimeouts;
        options.ResponseType = OpenIdConnectResponseType.Code;
        // A form that the provider's page posts would come without the cookies, which are not for other sites.
        options.ResponseMode = OpenIdConnectResponseMode.Query;
        options.UsePkce = true;
        options.TokenHandler = new SignedTokenHandler();
        options.TokenValidationParameters.ValidAlgorithms = SignedTokenHandler.Algorithms;
        options.ConfigurationManager = new ConfigurationManager<OpenIdConnectConfiguration>(
            options.MetadataAddress,
            client,
            new HttpDocumentRetriever(OpenIdProvider.Client(client.Handler)) { RequireHttps = options.RequireHttpsMetadata })
        {
            UseLastKnownGoodConfiguration = false,
        };
        options.SignInScheme = SessionEvents.Name;
        options.EventsType = typeof(OpenIdSignIn);
        options.CallbackPath = Callback;
        // People sign out of this server only, and stay signed in at the provider.
        options.SignedOutCallbackPath = PathString.Empty;
        options.RemoteSignOutPath = PathString.Empty;
        foreach (var scope in client.Settings.RequestScopes)
        {
            options.Scope.Add(scope);
        }

        foreach (var cookie in (CookieBuilder[])[options.CorrelationCookie, options.NonceCookie])
        {
            cookie.SameSite = SameSiteMode.Lax;
            cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
        }

        options.CorrelationCookie.Name = "timerprobe-openid.";
        options.NonceCookie.Name = "timerprobe-openid-nonce.";
    }

    private static async Task StartAsync(string? to, HttpContext context, OpenIdSignIn own)
    {
        try
        {
            await context.ChallengeAsync(Name, new AuthenticationProperties { RedirectUri = SignInRoutes.GetLocalTarget(to) });
        }
        catch (Exception ex) when (IsAway(ex) && !context.Response.HasStarted)
        {
            await own.SayAwayAsync(context, to, ex);
        }
    }

    private static bool IsAway(Exception failure) =>
        failure is HttpRequestException or IOException or OperationCanceledException or UseCaseException
            || (failure.InnerException is { } inner && failure is not SecurityTokenException && IsAway(inner));

    private static string GetMessage(Exception away) =>
        away is UseCaseException || away.InnerException is not { } inner ? away.Message : GetMessage(inner);

    private Task SayAwayAsync(HttpContext context, string? to, Exception away)
    {
        if (!context.RequestAborted.IsCancellationRequested)
        {
            faults.Begin(Subject, Name, $"nobody can sign in at {client.Host}: {GetMessage(away)}");
        }

        return SignInRoutes.Page(
            to,
            $"{client.Host} does not answer, so that nobody can sign in there now. Try again in a minute; a token works meanwhile.",
            StatusCodes.Status503ServiceUnavailable).ExecuteAsync(context);
    }

    private async Task RefuseAsync(HttpContext context, int status, string sentence, string reason)
    {
        var from = context.Connection.RemoteIpAddress;
        if (failed.GetWait(from) is { } wait)
        {
            await SignInRoutes.TooMany(context, to: null, wait).ExecuteAsync(context);
            return;
        }

        failed.Add(from);
        await audit.RecordAsync("nobody", AuditTrail.GetAddress(context), AuditTrail.SignInRefused, subject: null, reason);
        await SignInRoutes.Page(to: null, sentence, status).ExecuteAsync(context);
    }
}

/// <summary>
/// Reads ID tokens that the provider signed, by a key that is not shared. OpenID Connect lets the code flow rely on TLS in place
/// of the signature, and ASP.NET does: a token without one would be taken.
/// </summary>
internal sealed class SignedTokenHandler : JsonWebTokenHandler
{
    public SignedTokenHandler() => MapInboundClaims = false;

    public static IReadOnlyList<string> Algorithms { get; } =
    [
        SecurityAlgorithms.RsaSha256, SecurityAlgorithms.RsaSha384, SecurityAlgorithms.RsaSha512,
        SecurityAlgorithms.RsaSsaPssSha256, SecurityAlgorithms.RsaSsaPssSha384, SecurityAlgorithms.RsaSsaPssSha512,
        SecurityAlgorithms.EcdsaSha256, SecurityAlgorithms.EcdsaSha384, SecurityAlgorithms.EcdsaSha512,
    ];

    public override Task<TokenValidationResult> ValidateTokenAsync(string token, TokenValidationParameters validationParameters)
    {
        validationParameters.RequireSignedTokens = true;
        return base.ValidateTokenAsync(token, validationParameters);
    }
}
