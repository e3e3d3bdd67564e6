using System.Diagnostics;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.HttpOverrides;

namespace TimerProbe.Server.Access;

/// <summary>Who may use which route; one without a rule is closed to everybody.</summary>
internal static class AccessRules
{
    public const string SignedIn = "signed-in";

    private const string AnyScheme = "Access";
    private const string PolicyPrefix = "scope:";

    private const string SessionCookie = "timerprobe-session";
    private const string FormCookie = "timerprobe-form";

    private static readonly object Anybody = new();

    public static IServiceCollection AddAccess(this IServiceCollection services, ServerContext context)
    {
        services.AddSingleton<KnownTokens>()
            .AddSingleton<IssuedTokens>()
            .AddSingleton<FailedAttempts>()
            .AddSingleton<SessionEvents>();
        services.AddSingleton(new AuditTrail(context.Store, context.Node));
        services.AddHostedService<TokenUseRecorder>().AddHostedService<AuditRetention>();
        services.AddDataProtection().SetApplicationName("timerprobe-server");
        services.AddSingleton<IConfigureOptions<KeyManagementOptions>, StoredKeyRing>();
        services.AddRazorComponents();
        services.AddAntiforgery(options =>
        {
            options.Cookie.Name = FormCookie;
            options.Cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
            options.SuppressXFrameOptionsHeader = true;
        });
        AddSchemes(services);
        AddPolicies(services);
        return services;
    }

    public static void UseAccess(this IApplicationBuilder app, TrustedProxySettings? proxy)
    {
        // Without an address the middleware would believe everybody.
        if (proxy is { Addresses.Count: > 0 })
        {
            app.UseForwardedHeaders(From(proxy));
        }

        app.UseAuthentication();
        app.UseAuthorization();
        app.UseAntiforgery();
        BrowserRequests.UseFormGuard(app);
    }

    public static TBuilder RequireScope<TBuilder>(this TBuilder route, Scope scope)
        where TBuilder : IEndpointConventionBuilder => route.RequireAuthorization(GetPolicy(scope));

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
    public static string? GetScope(Endpoint? route) => route?.Metadata.GetOrderedMetadata<IAuthorizeData>()
        .Select(rule => rule.Policy)
        .FirstOrDefault(policy => policy?.StartsWith(PolicyPrefix, StringComparison.Ordinal) == true)?[PolicyPrefix.Length..];

    private static ForwardedHeadersOptions From(TrustedProxySettings proxy)
    {
        var options = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedProto };
        options.KnownProxies.Clear();
        options.KnownIPNetworks.Clear();
        foreach (var address in proxy.Addresses)
        {
            options.KnownIPNetworks.Add(
                ListenAddress.TryParseNetwork(address, out var network) ? network : throw new UnreachableException());
        }

        return options;
    }

    private static string GetPolicy(Scope scope) => PolicyPrefix + scope.ToDocumentName();

    private static void AddSchemes(IServiceCollection services)
    {
        var authentication = services.AddAuthentication(options =>
        {
            options.DefaultScheme = AnyScheme;
            options.DefaultChallengeScheme = TokenAuthentication.Name;
            options.DefaultForbidScheme = TokenAuthentication.Name;
        });
        authentication.AddPolicyScheme(AnyScheme, displayName: null, options => options.ForwardDefaultSelector = SelectScheme);
        authentication.AddScheme<AuthenticationSchemeOptions, TokenAuthentication>(TokenAuthentication.Name, configureOptions: null);
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

    public static TBuilder ForAnybody<TBuilder>(this TBuilder route)
        where TBuilder : IEndpointConventionBuilder => route.AllowAnonymous().WithMetadata(Anybody);

    public static bool IsForAnybody(HttpContext context) => context.GetEndpoint()?.Metadata.Contains(Anybody) == true;

    private static string SelectScheme(HttpContext context) =>
        IsForAnybody(context) || TokenAuthentication.Shown(context.Request) is not null ? TokenAuthentication.Name : SessionEvents.Name;

    private static void AddPolicies(IServiceCollection services)
    {
        var authorization = services.AddAuthorizationBuilder()
            .SetFallbackPolicy(new AuthorizationPolicyBuilder().RequireAssertion(CanSeeNotFound).Build())
            .AddPolicy(SignedIn, policy => policy.RequireAuthenticatedUser());
        foreach (var scope in Enum.GetValues<Scope>())
        {
            authorization.AddPolicy(
                GetPolicy(scope),
                policy => policy.RequireAuthenticatedUser().RequireClaim(TokenAuthentication.ScopeClaim, scope.ToDocumentName()));
        }
    }

    private static bool CanSeeNotFound(AuthorizationHandlerContext asked) =>
        asked.Resource is HttpContext context
            && (context.GetEndpoint() is { } endpoint ? endpoint is not RouteEndpoint : asked.User.Identity is { IsAuthenticated: true });
}
