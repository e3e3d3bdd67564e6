using System.Collections.Concurrent;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Access;

/// <summary>The tokens as the store knows them; what it said is believed for a few seconds, so that a revoked one is worthless soon after.</summary>
internal sealed class KnownTokens(FleetStore store, TimeProvider time)
{
    /// <summary>How long what the store said is believed.</summary>
    public static readonly TimeSpan BelievedFor = TimeSpan.FromSeconds(5);

    private const int Most = 20_000;

    private readonly ConcurrentDictionary<string, Known> _known = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, DateTimeOffset> _used = new(StringComparer.Ordinal);

    /// <summary>What the store knows of a token that is good now; null when it is none.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<ServerToken?> FindAsync(string text, CancellationToken cancel)
    {
        if (AccessToken.Parse(text) is not { } token || await AskAsync(token.Id, cancel) is not { Token: { } kept } known || !token.Matches(kept.Hash) || !kept.IsGood(NowOf(known)))
        {
            return null;
        }

        _used[kept.Id] = NowOf(known);
        return kept;
    }

    /// <summary>Whether a token is good now, by its id: for whoever showed it before.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<bool> IsGoodAsync(string id, CancellationToken cancel) => await AskAsync(id, cancel) is { Token: { } kept } known && kept.IsGood(NowOf(known));

    /// <summary>Whether a token was good when the store was last asked about it.</summary>
    public bool HasSeen(string text) =>
        AccessToken.Parse(text) is { } token && _known.TryGetValue(token.Id, out var known) && known.Token is { } kept && kept.IsGood(known.Now) && token.Matches(kept.Hash);

    /// <summary>Forgets what the store said of a token.</summary>
    public void Forget(string id) => _known.TryRemove(id, out _);

    /// <summary>When tokens were used since this was asked last.</summary>
    public IReadOnlyDictionary<string, DateTimeOffset> TakeUses()
    {
        var used = new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal);
        foreach (var id in _used.Keys)
        {
            if (_used.TryRemove(id, out var at))
            {
                used[id] = at;
            }
        }

        return used;
    }

    private async Task<Known> AskAsync(string id, CancellationToken cancel)
    {
        if (_known.TryGetValue(id, out var known) && time.GetElapsedTime(known.AskedAt) <= BelievedFor)
        {
            return known;
        }

        var askedAt = time.GetTimestamp();
        var (found, now) = await store.Tokens.FindAsync(id, cancel);
        if (_known.Count >= Most)
        {
            _known.Clear();
        }

        return _known[id] = new Known(found, now, askedAt);
    }

    private DateTimeOffset NowOf(Known known) => known.Now + time.GetElapsedTime(known.AskedAt);

    private sealed record Known(ServerToken? Token, DateTimeOffset Now, long AskedAt);
}
