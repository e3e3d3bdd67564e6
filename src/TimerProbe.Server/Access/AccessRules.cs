using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;

namespace TimerProbe.Server.Access;

/// <summary>Who may use what. A route that says nothing is nobody's.</summary>
internal static class AccessRules
{
    private const string PolicyPrefix = "scope:";

    /// <summary>Adds them.</summary>
    public static IServiceCollection AddAccess(this IServiceCollection services)
    {
        services.AddSingleton<KnownTokens>().AddSingleton<IssuedTokens>();
        services.AddSingleton(given => new AuditTrail(given.GetRequiredService<ServerContext>().Store, given.GetRequiredService<ServerContext>().Node));
        services.AddAuthentication(TokenAuthentication.Name).AddScheme<AuthenticationSchemeOptions, TokenAuthentication>(TokenAuthentication.Name, configureOptions: null);
        var authorization = services.AddAuthorizationBuilder().SetFallbackPolicy(new AuthorizationPolicyBuilder().RequireAssertion(_ => false).Build());
        foreach (var scope in Scopes.All)
        {
            authorization.AddPolicy(PolicyOf(scope), policy => policy.RequireAuthenticatedUser().RequireClaim(AccessClaims.Scope, Scopes.NameOf(scope)));
        }

        return services;
    }

    /// <summary>Leaves a route to those with a scope.</summary>
    public static TBuilder RequireScope<TBuilder>(this TBuilder route, Scope scope)
        where TBuilder : IEndpointConventionBuilder => route.RequireAuthorization(PolicyOf(scope));

    private static string PolicyOf(Scope scope) => PolicyPrefix + Scopes.NameOf(scope);
}
