using System.Threading.RateLimiting;

namespace TimerProbe.Server.Intake;

/// <summary>
/// How much is taken at once and in a time: from each token, and together. One of a single machine is for one guest; any other
/// may be that of thousands.
/// </summary>
internal sealed class IntakeLimits : IDisposable
{
    /// <summary>Bytes of what one machine finds, at most.</summary>
    public const int OfMachine = 1 << 20;

    /// <summary>Bytes of a scan, at most: what a row of a store in a file has room for.</summary>
    public const int OfScan = 8_000_000;

    public static readonly TimeSpan Arrival = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MinWait = TimeSpan.FromSeconds(1);

    private static readonly ConcurrencyLimiterOptions BytesAtOnce = new() { PermitLimit = 64 * OfMachine };
    private static readonly ConcurrencyLimiterOptions BytesOfOneAtOnce = new() { PermitLimit = 16 * OfMachine };
    private static readonly TokenBucketRateLimiterOptions OfGuest = Rate(perSecond: 1, atOnce: 120);
    private static readonly TokenBucketRateLimiterOptions OfMany = Rate(perSecond: 200, atOnce: 6_000);
    private static readonly TokenBucketRateLimiterOptions OfAll = Rate(perSecond: 500, atOnce: 12_000);

    private readonly PartitionedRateLimiter<ClaimsPrincipal>[] _parts;
    private readonly PartitionedRateLimiter<ClaimsPrincipal> _size;
    private readonly PartitionedRateLimiter<ClaimsPrincipal> _rate;

    public IntakeLimits()
    {
        _parts =
        [
            Create(who => RateLimitPartition.GetConcurrencyLimiter(GetToken(who), _ => BytesOfOneAtOnce)),
            Create(_ => RateLimitPartition.GetConcurrencyLimiter("all", _ => BytesAtOnce)),
            Create(who => RateLimitPartition.GetTokenBucketLimiter(GetToken(who), _ => IsOfOneMachine(who) ? OfGuest : OfMany)),
            Create(_ => RateLimitPartition.GetTokenBucketLimiter("all", _ => OfAll)),
        ];
        (_size, _rate) = (PartitionedRateLimiter.CreateChained(_parts[..2]), PartitionedRateLimiter.CreateChained(_parts[2..]));
    }

    public static int MaxBytes(ClaimsPrincipal who) => IsOfOneMachine(who) ? OfMachine : OfScan;

    /// <summary>The document is in until the lease is disposed; null when it is not let in, and may be tried again after a time.</summary>
    public IDisposable? Enter(ClaimsPrincipal who, int bytes, out TimeSpan again)
    {
        var size = _size.AttemptAcquire(who, bytes);
        // What a rate has given is not given back: its lease needs no end.
        var last = size.IsAcquired ? _rate.AttemptAcquire(who) : size;
        again = last.TryGetMetadata(MetadataName.RetryAfter, out var reported) && reported > MinWait ? reported : MinWait;
        if (last.IsAcquired)
        {
            return size;
        }

        size.Dispose();
        return null;
    }

    public void Dispose() => Array.ForEach([_size, _rate, .. _parts], limiter => limiter.Dispose());

    private static PartitionedRateLimiter<ClaimsPrincipal> Create(Func<ClaimsPrincipal, RateLimitPartition<string>> partition) =>
        PartitionedRateLimiter.Create(partition);

    private static TokenBucketRateLimiterOptions Rate(int perSecond, int atOnce) =>
        new() { TokensPerPeriod = perSecond, ReplenishmentPeriod = Period, TokenLimit = atOnce };

    private static string GetToken(ClaimsPrincipal who) =>
        who.FindFirstValue(TokenAuthentication.TokenClaim)
            ?? throw new InvalidOperationException("Whoever may hand in documents shows a token, by which it is counted.");

    private static bool IsOfOneMachine(ClaimsPrincipal who) =>
        who.HasClaim(claim => claim.Type is TokenAuthentication.MachineClaim or TokenAuthentication.SmbiosUuidClaim);
}
