using System.Net;

namespace TimerProbe.Server.Access;

/// <summary>
/// Looks at tokens that come from outside, and no longer at new ones from an address that showed too many wrong ones.
/// </summary>
internal sealed class TokenCheck(KnownTokens tokens, FailedAttempts failed)
{
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<(ServerToken? Token, TimeSpan? Wait)> LookAtAsync(string text, IPAddress? from, CancellationToken cancellationToken)
    {
        if (failed.GetWait(from) is { } wait && !tokens.HasSeen(text))
        {
            return (null, wait);
        }

        var token = await tokens.FindAsync(text, goesOn: false, cancellationToken);
        if (token is null)
        {
            failed.Add(from);
        }

        return (token, null);
    }
}
