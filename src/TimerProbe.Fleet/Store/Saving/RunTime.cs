using TimerProbe.Core.Problems;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>When a run was, by the store that it is saved in.</summary>
/// <param name="StartedAt">When it started by the machine that it was made on.</param>
/// <param name="At">The time by which it is ordered.</param>
/// <param name="Clock">The clocks as it is saved.</param>
/// <param name="CanBeLate">Whether something newer may have been saved before it: not of
/// what was claimed before it was read and is saved at once.</param>
internal readonly record struct RunTime(DateTimeOffset StartedAt, DateTimeOffset At, StoreClock Clock, bool CanBeLate)
{
    private static readonly TimeSpan OldestSubmitted = TimeSpan.FromDays(366);

    public static async Task<RunTime> ReadAsync(StoreSession session, DateTimeOffset startedAt, SaveOptions? options)
    {
        // The store keeps no more than that, and the same run must have the same time when it comes again.
        startedAt = DateTimeOffset.FromUnixTimeMilliseconds(startedAt.ToUnixTimeMilliseconds());
        var clock = await session.ReadClockAsync();
        var at = clock.StandsStill && ClockApart.Is(clock.Ahead) ? clock.Store.AddMilliseconds(1) : clock.Order(startedAt);
        at = options is { IsHandedIn: true } && clock.Store - at > OldestSubmitted ? clock.Store : at;
        return new RunTime(startedAt, at, clock, options is null or { IsDeferred: true } or { Claims: null });
    }

    /// <summary>When something of the run was, by the store.</summary>
    /// <param name="at">When it was by the machine that it was made on.</param>
    public DateTimeOffset Of(DateTimeOffset at) => at + (At - StartedAt);

    /// <summary>The time by which the run is ordered behind what was saved last; null when it is late.</summary>
    public DateTimeOffset? After(DateTimeOffset? last) =>
        last is not { } before || before < At ? At : CanBeLate ? null : before.AddMilliseconds(1);
}
