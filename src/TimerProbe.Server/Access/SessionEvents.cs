using System.Security.Claims;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace TimerProbe.Server.Access;

/// <summary>
/// The cookie of somebody who signed in. It holds the token itself, encrypted, and nothing else counts: it is worth
/// what the token is worth now, and whoever reads the keys in the store cannot make one.
/// </summary>
internal sealed class SessionEvents(KnownTokens tokens) : CookieAuthenticationEvents
{
    public const string Name = "Session";

    public const string SignIn = "/sign-in";

    private const string TokenItem = "token";

    /// <summary>How long somebody stays signed in who does not come back.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

    public static Task SignInAsync(HttpContext context, string token) =>
        context.SignInAsync(
            Name,
            new ClaimsPrincipal(new ClaimsIdentity(Name)),
            new AuthenticationProperties { IsPersistent = true, Items = { [TokenItem] = token } });

    /// <summary>What programs ask for is answered by what is so now, or not at all.</summary>
    private static bool IsOfPages(HttpRequest request) =>
        !request.Path.StartsWithSegments("/api", StringComparison.OrdinalIgnoreCase)
            && !request.Path.StartsWithSegments("/metrics", StringComparison.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public override async Task ValidatePrincipal(CookieValidatePrincipalContext context)
    {
        if (context.Properties.Items.TryGetValue(TokenItem, out var text)
            && text is not null
            && await tokens.FindAsync(text, IsOfPages(context.HttpContext.Request), context.HttpContext.RequestAborted) is { } token)
        {
            context.ReplacePrincipal(TokenAuthentication.PrincipalOf(token, Name));
            return;
        }

        context.RejectPrincipal();
        await context.HttpContext.SignOutAsync(Name);
    }
}
