using System.Xml.Linq;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using SaveOptions = System.Xml.Linq.SaveOptions;

namespace TimerProbe.Server.Access;

/// <summary>
/// The cookie of somebody who signed in. It holds the token itself, encrypted, and nothing else counts: it is worth what the
/// token is worth now, and readers of the keys in the store cannot make one.
/// </summary>
internal sealed class SessionEvents(FleetStore store, KnownTokens tokens, AuditTrail audit) : CookieAuthenticationEvents
{
    public const string Name = "Session";

    public const string SignIn = "/sign-in";

    private const string TokenItem = "token";
    private const string Maker = SignIn;

    public static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);
    public static readonly TimeSpan PersonLifetime = TimeSpan.FromHours(12);

    public static Task SignInAsync(HttpContext context, string token) =>
        context.SignInAsync(
            Name,
            new ClaimsPrincipal(new ClaimsIdentity(Name)),
            new AuthenticationProperties { IsPersistent = true, Items = { [TokenItem] = token } });

    /// <summary>
    /// Lets somebody in that an OpenID provider vouches for, by a token for this time, which only the browser's cookie holds. It is good at
    /// every node, until somebody revokes it, and readers of the keys of cookies cannot make one.
    /// </summary>
    public async Task BeginAsync(HttpContext context, string person, IReadOnlyList<string> scopes, string detail)
    {
        var token = AccessToken.New();
        await store.Tokens.ForgetExpiredAsync(Maker, CancellationToken.None);
        await store.Tokens.AddAsync(
            new ServerToken(token.Id, person, token.Hash, scopes) { CreatedBy = Maker },
            PersonLifetime,
            onlyFirst: false,
            CancellationToken.None);
        await SignInAsync(context, token.Text);
        await audit.RecordAsync(person, AuditTrail.GetAddress(context), AuditTrail.SignedIn, token.Id, detail);
    }

    /// <summary>Revokes the token of somebody who signs out, if it was made for this: a copy of the cookie is worthless, too.</summary>
    public async Task EndAsync(string id)
    {
        if ((await store.Tokens.FindAsync(id, CancellationToken.None)).Token is { CreatedBy: Maker })
        {
            await store.Tokens.RevokeAsync(id, CancellationToken.None);
            tokens.Forget(id);
        }
    }

    private static bool IsOfPages(HttpRequest request) =>
        !request.Path.StartsWithSegments("/api", StringComparison.OrdinalIgnoreCase)
            && !request.Path.StartsWithSegments("/metrics", StringComparison.OrdinalIgnoreCase);

    public override async Task ValidatePrincipal(CookieValidatePrincipalContext context)
    {
        if (context.Properties.Items.TryGetValue(TokenItem, out var text)
            && text is not null
            && await tokens.FindAsync(text, IsOfPages(context.HttpContext.Request), context.HttpContext.RequestAborted) is { } token)
        {
            context.ReplacePrincipal(TokenAuthentication.GetPrincipal(token, Name));
            return;
        }

        context.RejectPrincipal();
        await context.HttpContext.SignOutAsync(Name);
    }
}

/// <summary>Saves the keys of cookies in the store: what one node gave to a browser is read by the others.</summary>
internal sealed class StoredKeyRing(FleetStore store) : IXmlRepository, IConfigureOptions<KeyManagementOptions>
{
    public void Configure(KeyManagementOptions options) => options.XmlRepository = this;

    public IReadOnlyCollection<XElement> GetAllElements() =>
        [.. store.Tokens.ListKeysAsync(CancellationToken.None).GetAwaiter().GetResult().Select(XElement.Parse)];

    public void StoreElement(XElement element, string friendlyName) =>
        store.Tokens.AddKeyAsync(friendlyName, element.ToString(SaveOptions.DisableFormatting), CancellationToken.None)
            .GetAwaiter()
            .GetResult();
}
