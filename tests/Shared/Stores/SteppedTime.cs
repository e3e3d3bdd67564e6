namespace TimerProbe.Tests.Stores;

/// <summary>A clock that is set, ahead or back, beside a time that only passes. Who waits by it does not wait.</summary>
internal sealed class SteppedTime(DateTimeOffset now) : TimeProvider
{
    private DateTimeOffset _now = now;
    private long _passed;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow() => _now;

    public override long GetTimestamp() => _passed;

    /// <summary>Lets time pass, by which the clock goes on as well.</summary>
    public void Pass(TimeSpan time) => (_now, _passed) = (_now + time, _passed + time.Ticks);

    public void Set(DateTimeOffset now) => _now = now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        base.CreateTimer(callback, state, dueTime == Timeout.InfiniteTimeSpan ? dueTime : TimeSpan.Zero, period);
}
