namespace TimerProbe.VSphere.Tests;

/// <summary>A clock that stands still until it is advanced; its timers end when their time has come.</summary>
internal sealed class ManualTime : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<Alarm> _alarms = [];
    private TimeSpan _now;

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + _now;

    public override long GetTimestamp() => _now.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var alarm = new Alarm(this, () => callback(state));
        alarm.Change(dueTime, period);
        return alarm;
    }

    public void Advance(TimeSpan by)
    {
        Alarm[] due;
        lock (_lock)
        {
            _now += by;
            due = [.. _alarms.Where(alarm => alarm.At <= _now)];
            _alarms.RemoveAll(due.Contains);
        }

        Array.ForEach(due, alarm => alarm.Ring());
    }

    private sealed class Alarm(ManualTime time, Action ring) : ITimer
    {
        public TimeSpan At { get; private set; }

        public void Ring() => ring();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time._lock)
            {
                time._alarms.Remove(this);
                if (dueTime != Timeout.InfiniteTimeSpan)
                {
                    At = time._now + dueTime;
                    time._alarms.Add(this);
                }
            }

            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
