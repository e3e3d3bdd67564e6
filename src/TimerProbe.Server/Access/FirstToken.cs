using TimerProbe.Fleet;

namespace TimerProbe.Server.Access;

/// <summary>The token of a store that had none: without it nobody could sign in to make others.</summary>
internal static class FirstToken
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(30);

    /// <summary>Makes it; null when the store has tokens, perhaps of a node that started at the same time.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store refuses.</exception>
    public static async Task<AccessToken?> MakeAsync(FleetStore store, IssuedTokens issued, CancellationToken cancel) =>
        (await store.Tokens.ListAsync(cancel)).Count > 0
            ? null
            : await issued.MakeFirstAsync(new TokenRequest("first", Scopes.All) { Lifetime = Lifetime }, "timerprobe-server", cancel);
}
