namespace TimerProbe.Fleet.Store;

/// <summary>When a run was, by the store that it is saved in.</summary>
internal readonly record struct RunTime(DateTimeOffset StartedAt, DateTimeOffset At, StoreClock Clock, bool CanBeLate)
{
    private static readonly TimeSpan OldestSubmitted = TimeSpan.FromDays(366);

    public static async Task<RunTime> ReadAsync(StoreSession session, DateTimeOffset startedAt, SaveOptions? options)
    {
        // The store keeps no more than that, and the same run must have the same time when it comes again.
        startedAt = DateTimeOffset.FromUnixTimeMilliseconds(startedAt.ToUnixTimeMilliseconds());
        var clock = await session.ReadClockAsync();
        var at = clock.Order(startedAt);
        at = options is { IsSubmitted: true } && clock.Store - at > OldestSubmitted ? clock.Store : at;
        return new RunTime(startedAt, at, clock, options is not { IsClaimed: true });
    }

    public DateTimeOffset Of(DateTimeOffset at) => at + (At - StartedAt);

    /// <summary>The time by which the run is ordered behind what was saved last; null when it is late.</summary>
    public DateTimeOffset? After(DateTimeOffset? last) =>
        last is not { } before || before < At ? At : CanBeLate ? null : before.AddMilliseconds(1);
}
