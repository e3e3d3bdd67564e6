using System.Security.Claims;
using System.Security.Principal;
using System.Text.Encodings.Web;
using System.Xml.Linq;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.Options;
using TimerProbe.Application;
using TimerProbe.Fleet;

namespace TimerProbe.Server.Access;

/// <summary>Who may use what. A route that says nothing is nobody's.</summary>
internal static class AccessRules
{
    /// <summary>The rule of routes for anybody who is let in at all.</summary>
    public const string SignedIn = "signed-in";

    private const string AnyWay = "Access";
    private const string PolicyPrefix = "scope:";

    private const string SessionCookie = "timerprobe-session";
    private const string FormCookie = "timerprobe-form";

    public static IServiceCollection AddAccess(this IServiceCollection services, ServerContext context, MachineCertificates machines)
    {
        services.AddSingleton<KnownTokens>()
            .AddSingleton<IssuedTokens>()
            .AddSingleton<PersonSessions>()
            .AddSingleton<FailedAttempts>()
            .AddSingleton<TokenCheck>()
            .AddSingleton<SessionEvents>()
            .AddSingleton<ProxyVisits>();
        services.AddSingleton(new AuditTrail(context.Store, context.Node));
        services.AddSingleton(TrustedProxy.From(context.Configuration.Server?.TrustedProxy));
        services.AddSingleton(machines);
        services.AddHostedService<TokenUses>().AddHostedService<AuditRetention>();
        services.AddDataProtection().SetApplicationName("timerprobe-server");
        services.AddSingleton<IConfigureOptions<KeyManagementOptions>, StoredKeyRing>();
        services.AddRazorComponents();
        services.AddAntiforgery(options =>
        {
            options.Cookie.Name = FormCookie;
            options.Cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
            options.SuppressXFrameOptionsHeader = true;
        });
        AddWays(services);
        AddPolicies(services);
        return services;
    }

    /// <summary>Lets in, or does not.</summary>
    public static void UseAccess(this IApplicationBuilder app)
    {
        var proxy = app.ApplicationServices.GetRequiredService<TrustedProxy>();
        app.Use((context, next) =>
        {
            proxy.TakeScheme(context);
            return next(context);
        });
        app.UseAuthentication();
        app.UseAuthorization();
        app.UseAntiforgery();
        app.UseMiddleware<FormGuard>();
    }

    public static void MapAccess(this IEndpointRouteBuilder routes)
    {
        TokenRoutes.Map(routes);
    }

    public static TBuilder RequireScope<TBuilder>(this TBuilder route, Scope scope)
        where TBuilder : IEndpointConventionBuilder => route.RequireAuthorization(PolicyOf(scope));

    /// <summary>Lets routes that answer GET answer HEAD too: the same without its body.</summary>
    public static TBuilder AlsoHead<TBuilder>(this TBuilder routes)
        where TBuilder : IEndpointConventionBuilder
    {
        routes.Add(route =>
        {
            if (route.Metadata.OfType<IHttpMethodMetadata>().LastOrDefault()?.HttpMethods is [var method] && HttpMethods.IsGet(method))
            {
                route.Metadata.Add(new HttpMethodMetadata([HttpMethods.Get, HttpMethods.Head]));
            }
        });
        return routes;
    }

    /// <summary>The scope, by its name, that a route is left to; null for none.</summary>
    public static string? ScopeOf(Endpoint? route) => route?.Metadata.GetOrderedMetadata<IAuthorizeData>()
        .Select(rule => rule.Policy)
            .FirstOrDefault(policy => policy?.StartsWith(PolicyPrefix, StringComparison.Ordinal) == true)?[PolicyPrefix.Length..];

    private static string PolicyOf(Scope scope) => PolicyPrefix + Scopes.NameOf(scope);

    private static void AddWays(IServiceCollection services)
    {
        var authentication = services.AddAuthentication(options =>
            (options.DefaultScheme, options.DefaultChallengeScheme, options.DefaultForbidScheme) =
                (AnyWay, TokenAuthentication.Name, TokenAuthentication.Name));
        authentication.AddPolicyScheme(AnyWay, displayName: null, options => options.ForwardDefaultSelector = WayOf);
        authentication.AddScheme<AuthenticationSchemeOptions, TokenAuthentication>(TokenAuthentication.Name, configureOptions: null);
        authentication.AddScheme<AuthenticationSchemeOptions, CertificateAuthentication>(
            CertificateAuthentication.Name, configureOptions: null);
        authentication.AddScheme<AuthenticationSchemeOptions, ProxyAuthentication>(ProxyAuthentication.Name, configureOptions: null);
        authentication.AddCookie(SessionEvents.Name, options =>
        {
            options.EventsType = typeof(SessionEvents);
            options.ExpireTimeSpan = SessionEvents.Lifetime;
            options.Cookie.Name = SessionCookie;
            options.Cookie.HttpOnly = true;
            options.Cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
            // Not Strict: a link in the mail of an alert is to lead to its page, and what changes something is guarded by its form.
            options.Cookie.SameSite = SameSiteMode.Lax;
        });
    }

    /// <summary>Leaves a route to anybody, and asks nobody who it is: it answers while the store does not.</summary>
    public static TBuilder ForAnybody<TBuilder>(this TBuilder route)
        where TBuilder : IEndpointConventionBuilder => route.AllowAnonymous().WithMetadata(new Anybody());

    /// <summary>What is said on purpose comes first, what comes along by itself last.</summary>
    private static string WayOf(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<Anybody>() is not null ? CertificateAuthentication.Name
        : TokenAuthentication.Shown(context.Request) is not null ? TokenAuthentication.Name
        : context.RequestServices.GetRequiredService<TrustedProxy>().UserOf(context) is not null ? ProxyAuthentication.Name
        : context.Request.Cookies.ContainsKey(SessionCookie) || context.Connection.ClientCertificate is null ? SessionEvents.Name
        : CertificateAuthentication.Name;

    private static void AddPolicies(IServiceCollection services)
    {
        var authorization = services.AddAuthorizationBuilder()
            .SetFallbackPolicy(new AuthorizationPolicyBuilder().RequireAssertion(MayLearnThatNothingIsThere).Build())
            .AddPolicy(SignedIn, policy => policy.RequireAuthenticatedUser());
        foreach (var scope in Scopes.All)
        {
            authorization.AddPolicy(
                PolicyOf(scope), policy => policy.RequireAuthenticatedUser().RequireClaim(AccessClaims.Scope, Scopes.NameOf(scope)));
        }
    }

    /// <summary>
    /// Who was let in is told that nothing is there; that a method is wrong, which is all that routing itself has an endpoint for, anybody.
    /// </summary>
    private static bool MayLearnThatNothingIsThere(AuthorizationHandlerContext asked) =>
        asked.Resource is HttpContext context
            && (context.GetEndpoint() is { } endpoint ? endpoint is not RouteEndpoint : asked.User.Identity is { IsAuthenticated: true });

    private sealed class Anybody;
}

/// <summary>Keeps the keys of cookies in the store: what one node gave to a browser is read by the others.</summary>
internal sealed class StoredKeyRing(FleetStore store) : IXmlRepository, IConfigureOptions<KeyManagementOptions>
{
    /// <inheritdoc/>
    public void Configure(KeyManagementOptions options) => options.XmlRepository = this;

    /// <inheritdoc/>
    public IReadOnlyCollection<XElement> GetAllElements() =>
        [.. store.Keys.ListAsync(CancellationToken.None).GetAwaiter().GetResult().Select(XElement.Parse)];

    /// <inheritdoc/>
    public void StoreElement(XElement element, string friendlyName) =>
        store.Keys.AddAsync(friendlyName, element.ToString(SaveOptions.DisableFormatting), CancellationToken.None).GetAwaiter().GetResult();
}

/// <summary>Where a token is made worthless without the command line.</summary>
internal static class TokenRoutes
{
    public static void Map(IEndpointRouteBuilder routes) => routes.MapDelete("/api/v1/tokens/{id}", RevokeAsync).RequireScope(Scope.Admin)
        .WithSummary("Revoke a token").Produces(StatusCodes.Status204NoContent).ProducesProblem(StatusCodes.Status404NotFound);

    private static async Task<IResult> RevokeAsync(string id, HttpContext context, IssuedTokens issued, KnownTokens known)
    {
        try
        {
            await issued.RevokeAsync(
                id, context.User.FindFirstValue(ClaimTypes.Name)!, AuditTrail.AddressOf(context), context.RequestAborted);
        }
        catch (UseCaseException missing)
        {
            return Results.Problem(missing.Message, statusCode: StatusCodes.Status404NotFound);
        }

        known.Forget(AccessToken.Parse(id)?.Id ?? id);
        return Results.NoContent();
    }
}

/// <summary>
/// Refuses what changes something and was sent by a browser that is let in by itself, by its cookie or its proxy, unless it
/// comes from one of the server's own forms. A request with a token in a header needs no form: no other site can make a
/// browser send that. Nor does a machine with its certificate: it may only hand in documents, of a type that no form of
/// another site sends. A route that says it is of a form wants one from everybody.
/// </summary>
internal sealed class FormGuard(RequestDelegate next, IAntiforgery antiforgery)
{
    public async Task InvokeAsync(HttpContext context)
    {
        if (!await IsAllowedAsync(context))
        {
            await Results.Problem(
                "This did not come from a form of this server. Load the page again, and repeat what you did.",
                statusCode: StatusCodes.Status400BadRequest).ExecuteAsync(context);
            return;
        }

        await next(context);
    }

    /// <summary>What was found out about a route of a form is known already: nobody looks at it twice.</summary>
    private async Task<bool> IsAllowedAsync(HttpContext context) => context.Features.Get<IAntiforgeryValidationFeature>() is { } looked
        ? looked.IsValid
        : !IsAuthenticatedByMiddleware(context.User.Identity) || await antiforgery.IsRequestValidAsync(context);

    private static bool IsAuthenticatedByMiddleware(IIdentity? who) =>
        who is { IsAuthenticated: true, AuthenticationType: not (TokenAuthentication.Name or CertificateAuthentication.Name) };
}

/// <summary>Lets in a machine by its certificate, to hand in what is about itself.</summary>
internal sealed class CertificateAuthentication(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory log, UrlEncoder encoder, MachineCertificates believed)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, log, encoder)
{
    public const string Name = "Certificate";

    /// <inheritdoc/>
    protected override Task<AuthenticateResult> HandleAuthenticateAsync() => Task.FromResult(
        Context.Connection.ClientCertificate is not { } certificate ? AuthenticateResult.NoResult()
        : believed.MachineOf(certificate) is { } machine ? AuthenticateResult.Success(
            new AuthenticationTicket(PrincipalOf(machine.Name, machine.SmbiosUuid), Name))
        : AuthenticateResult.Fail("The certificate is not one of a machine."));

    private static ClaimsPrincipal PrincipalOf(string machine, string? uuid)
    {
        var claims = new List<Claim>
        {
            new(ClaimTypes.Name, machine), new(
                AccessClaims.Scope, Scopes.NameOf(Scope.Submit)), new(
                    AccessClaims.Machine, machine), new(AccessClaims.Submitter, $"certificate:{machine.ToUpperInvariant()}"),
        };
        if (uuid is not null)
        {
            claims.Add(new Claim(AccessClaims.SmbiosUuid, uuid));
        }

        return new ClaimsPrincipal(new ClaimsIdentity(claims, Name));
    }
}
