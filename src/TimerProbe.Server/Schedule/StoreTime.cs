namespace TimerProbe.Server.Schedule;

/// <summary>
/// The store's clock as it was measured last, and the time that has passed since by no clock that is set: the schedulers of all
/// nodes go by the same time, and a step is noticed here and nowhere else.
/// </summary>
internal sealed class StoreTime(TimeProvider local) : TimeProvider
{
    /// <summary>Beyond this a node takes no work: a scheduler asks for clocks within a second of each other.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(500);

    private const int Tries = 3;

    private volatile Measured _last = new(local.GetUtcNow(), local.GetTimestamp(), IsStores: false);

    /// <summary>How and when the store's clock was last set since the node started, as a sentence's end; null where it was not.</summary>
    public string? LastStep { get; private set; }

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    public override long TimestampFrequency => local.TimestampFrequency;

    public override DateTimeOffset GetUtcNow() => _last.At + local.GetElapsedTime(_last.Timestamp);

    public override long GetTimestamp() => local.GetTimestamp();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        local.CreateTimer(callback, state, dueTime, period);

    /// <summary>This machine's clock minus the store's; a file has this machine's.</summary>
    public async Task<TimeSpan> MeasureAsync(FleetStore store, CancellationToken cancellationToken)
    {
        var best = (await store.ReadClockAsync(cancellationToken)).Ahead;
        for (var i = 1; i < Tries && best.Duration() > Limit; i++)
        {
            var next = (await store.ReadClockAsync(cancellationToken)).Ahead;
            best = next.Duration() < best.Duration() ? next : best;
        }

        var now = local.GetUtcNow() + best;
        var step = now - GetUtcNow();
        LastStep = _last.IsStores && ClockSkew.StepText(step) is { } text ? $"{text} at {Times.Minute(now)} UTC" : LastStep;
        _last = new Measured(now, local.GetTimestamp(), IsStores: true);
        return -best;
    }

    private sealed record Measured(DateTimeOffset At, long Timestamp, bool IsStores);
}
