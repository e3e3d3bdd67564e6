using System.Net;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>What came of a token that somebody showed.</summary>
/// <param name="Token">What the store knows of it; null when it is not good.</param>
/// <param name="Wait">How long to wait before the next try; null when this one was looked at.</param>
internal readonly record struct TokenAnswer(ServerToken? Token, TimeSpan? Wait = null);

/// <summary>Looks at tokens that come from outside, and no longer at new ones from an address that showed too many wrong ones.</summary>
internal sealed class TokenCheck(KnownTokens tokens, FailedAttempts failed)
{
    /// <summary>Looks at one.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<TokenAnswer> LookAtAsync(string text, IPAddress? from, CancellationToken cancel)
    {
        if (failed.WaitOf(from) is { } wait && !tokens.HasSeen(text))
        {
            return new TokenAnswer(Token: null, wait);
        }

        var token = await tokens.FindAsync(text, goesOn: false, cancel);
        if (token is null)
        {
            failed.Add(from);
        }

        return new TokenAnswer(token);
    }
}
