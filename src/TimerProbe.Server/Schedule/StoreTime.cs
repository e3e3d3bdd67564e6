using TimerProbe.Fleet;

namespace TimerProbe.Server.Schedule;

/// <summary>
/// The store's clock, by this machine's and the difference that was measured last: the schedulers of all nodes go by the same time.
/// </summary>
internal sealed class StoreTime(TimeProvider local) : TimeProvider
{
    /// <summary>Beyond this a node takes no work: a scheduler asks for clocks within a second of each other.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(500);

    /// <summary>A slow answer looks like a clock that is off: so many are asked for before one beyond the limit is believed.</summary>
    private const int Tries = 3;

    private long _aheadTicks;

    /// <summary>The store's clock minus this machine's.</summary>
    public TimeSpan Ahead
    {
        get => TimeSpan.FromTicks(Interlocked.Read(ref _aheadTicks));
        set => Interlocked.Exchange(ref _aheadTicks, value.Ticks);
    }

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    public override long TimestampFrequency => local.TimestampFrequency;

    public override DateTimeOffset GetUtcNow() => local.GetUtcNow() + Ahead;

    public override long GetTimestamp() => local.GetTimestamp();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        local.CreateTimer(callback, state, dueTime, period);

    /// <summary>This machine's clock minus the store's; a file has this machine's.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<TimeSpan> MeasureAsync(FleetStore store, CancellationToken cancel)
    {
        if (store.Target.File is not null)
        {
            return TimeSpan.Zero;
        }

        var best = (await store.ReadClockAsync(cancel)).Ahead;
        for (var i = 1; i < Tries && best.Duration() > Limit; i++)
        {
            var next = (await store.ReadClockAsync(cancel)).Ahead;
            best = next.Duration() < best.Duration() ? next : best;
        }

        Ahead = best;
        return -best;
    }
}
