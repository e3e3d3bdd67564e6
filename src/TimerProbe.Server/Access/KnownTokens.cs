namespace TimerProbe.Server.Access;

/// <summary>The store's tokens; an answer is believed for a few seconds, so that a revoked one is worthless soon after.</summary>
internal sealed class KnownTokens(FleetStore store, FailedAttempts failed, TimeProvider time)
{
    public static readonly TimeSpan CacheDuration = TimeSpan.FromSeconds(5);

    public static readonly TimeSpan OfflineGrace = TimeSpan.FromHours(12);

    private static readonly TimeSpan ShutdownTimeouts = TimeSpan.FromSeconds(3);

    private const int MaxTokens = 20_000;

    private readonly ConcurrentDictionary<string, (ServerToken? Token, DateTimeOffset Now, long AskedAt)> _known = new();
    private readonly ConcurrentDictionary<string, DateTimeOffset> _used = new();
    private long _refusedAt = long.MinValue;

    /// <summary>Looks at a token from outside; a new one from an address with too many wrong ones is not looked at.</summary>
    public async Task<(ServerToken? Token, TimeSpan? Wait)> LookAtAsync(string text, IPAddress? from, CancellationToken cancellationToken)
    {
        if (failed.GetWait(from) is { } wait && !HasSeen(text))
        {
            return (null, wait);
        }

        var token = await FindAsync(text, goesOn: false, cancellationToken);
        if (token is null)
        {
            failed.Add(from);
        }

        return (token, null);
    }

    /// <summary>Null unless the token is good now; with <paramref name="goesOn"/> the last answer counts if the store gives none.</summary>
    public async Task<ServerToken?> FindAsync(string text, bool goesOn, CancellationToken cancellationToken)
    {
        if (AccessToken.Parse(text) is not { } token
            || await AskAsync(token.Id, goesOn, cancellationToken) is not ({ } saved, var now)
            || !token.Matches(saved.Hash)
            || !saved.IsGood(now))
        {
            return null;
        }

        _used[saved.Id] = now;
        return saved;
    }

    /// <summary>For those who showed the token before.</summary>
    public async Task<bool> IsGoodAsync(string id, CancellationToken cancellationToken) =>
        await AskAsync(id, goesOn: true, cancellationToken) is ({ } saved, var now) && saved.IsGood(now);

    private bool HasSeen(string text) =>
        AccessToken.Parse(text) is { } token
            && _known.TryGetValue(token.Id, out var known)
            && known.Token is { } saved
            && saved.IsGood(known.Now)
            && token.Matches(saved.Hash);

    public void Forget(string id) => _known.TryRemove(id, out _);

    public IReadOnlyDictionary<string, DateTimeOffset> TakeUses()
    {
        var used = new Dictionary<string, DateTimeOffset>();
        foreach (var id in _used.Keys)
        {
            if (_used.TryRemove(id, out var at))
            {
                used[id] = at;
            }
        }

        return used;
    }

    /// <summary>What the store last said of a token, and what time it is there now.</summary>
    private async Task<(ServerToken? Token, DateTimeOffset Now)> AskAsync(string id, bool goesOn, CancellationToken cancellationToken)
    {
        var isKnown = _known.TryGetValue(id, out var known);
        var age = time.GetElapsedTime(known.AskedAt);
        if (isKnown && age <= CacheDuration)
        {
            return Last();
        }

        goesOn = goesOn && isKnown && age <= OfflineGrace;
        var refusedAt = Interlocked.Read(ref _refusedAt);
        if (goesOn && refusedAt != long.MinValue && time.GetElapsedTime(refusedAt) <= CacheDuration)
        {
            return Last();
        }

        try
        {
            return await AskStoreAsync(id, goesOn ? ShutdownTimeouts : Timeout.InfiniteTimeSpan, cancellationToken);
        }
        catch (Exception ex) when (goesOn && ex is StoreException or TimeoutException)
        {
            Interlocked.Exchange(ref _refusedAt, time.GetTimestamp());
            return Last();
        }

        (ServerToken? Token, DateTimeOffset Now) Last() => (known.Token, known.Now + time.GetElapsedTime(known.AskedAt));
    }

    private async Task<(ServerToken? Token, DateTimeOffset Now)> AskStoreAsync(
        string id, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var askedAt = time.GetTimestamp();
        var (found, now) = await store.Tokens.FindAsync(id, cancellationToken).WaitAsync(timeout, time, cancellationToken);
        if (_known.Count >= MaxTokens)
        {
            _known.Clear();
        }

        _known[id] = (found, now, askedAt);
        return (found, now + time.GetElapsedTime(askedAt));
    }
}

/// <summary>Notes in the store when tokens were used, once a minute and at the end.</summary>
internal sealed class TokenUseRecorder(KnownTokens tokens, ServerContext context) : NodePart(context.Faults, context.Time)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMinutes(1);

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await NoteAsync(cancellationToken);
    }

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        await Task.Delay(Pace, Time, stopping);
        await NoteAsync(stopping);
    }

    private async Task NoteAsync(CancellationToken cancellationToken)
    {
        if (tokens.TakeUses() is not { Count: > 0 } uses)
        {
            return;
        }

        try
        {
            await context.Store.Tokens.NoteUseAsync(uses, cancellationToken);
        }
        catch (StoreException)
        {
            // The store is away: what is lost is when a token was last used.
        }
    }
}
