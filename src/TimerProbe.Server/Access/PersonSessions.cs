using TimerProbe.Fleet;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>
/// What people are let in by whom an OpenID provider vouches for: a token of their own for each time they
/// sign in, which only their browser's cookie holds. It is worth something at every node, for as long as
/// nobody revokes it, and whoever reads the keys of cookies cannot make one.
/// </summary>
internal sealed class PersonSessions(FleetStore store, KnownTokens known, AuditTrail audit)
{
    /// <summary>How long somebody stays signed in; what the provider says of them by then counts from then on.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromHours(12);

    /// <summary>Who makes them, as the list of tokens says: a name that no account has.</summary>
    private const string Maker = "/sign-in";

    /// <summary>Lets somebody in.</summary>
    /// <param name="context">The request that proves who it is.</param>
    /// <param name="person">The name by which the provider knows them.</param>
    /// <param name="scopes">What they may do.</param>
    /// <param name="detail">What else the trail is to tell.</param>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    public async Task BeginAsync(HttpContext context, string person, IReadOnlyList<string> scopes, string detail)
    {
        var token = AccessToken.New();
        await store.Tokens.ForgetExpiredAsync(Maker, CancellationToken.None);
        await store.Tokens.AddAsync(
            new ServerToken(token.Id, person, token.Hash, scopes) { CreatedBy = Maker },
            Lifetime,
            onlyFirst: false,
            CancellationToken.None);
        await SessionEvents.SignInAsync(context, token.Text);
        await audit.RecordAsync(person, AuditTrail.AddressOf(context), AuditTrail.SignedIn, token.Id, detail);
    }

    /// <summary>Makes the token of somebody who signs out worthless, also in a copy of the cookie, if it was made for this.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    public async Task EndAsync(string id)
    {
        if ((await store.Tokens.FindAsync(id, CancellationToken.None)).Token is { CreatedBy: Maker })
        {
            await store.Tokens.RevokeAsync(id, CancellationToken.None);
            known.Forget(id);
        }
    }
}
