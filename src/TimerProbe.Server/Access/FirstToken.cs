using TimerProbe.Fleet;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>The token of a store that had none: without it nobody could sign in to make others.</summary>
internal static class FirstToken
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(30);

    /// <summary>Makes it; null when the store has tokens.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    public static async Task<AccessToken?> MakeAsync(FleetStore store, CancellationToken cancel)
    {
        if ((await store.Tokens.ListAsync(cancel)).Count > 0)
        {
            return null;
        }

        var token = AccessToken.New();
        await store.Tokens.AddAsync(new ServerToken(token.Id, "first", token.Hash, [.. Scopes.All.Select(Scopes.NameOf)]) { CreatedBy = "timerprobe-server" }, Lifetime, cancel);
        return token;
    }
}
