namespace TimerProbe.Server.Schedule;

/// <summary>
/// The store's clock, told by this machine's and the difference that was measured last: the scheduler of every node goes by the same time.
/// </summary>
internal sealed class StoreTime(TimeProvider local) : TimeProvider
{
    private long _aheadTicks;

    /// <summary>How far the store's clock is ahead of this machine's.</summary>
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
}
