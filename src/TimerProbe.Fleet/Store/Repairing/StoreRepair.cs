using TimerProbe.Core.Problems;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Repairing;

/// <summary>Finds what lies in a store's future, and dates it before now.</summary>
internal static class StoreRepair
{
    public static async Task<StoreFuture> FindAsync(StoreSession session)
    {
        var now = await session.ReadNowAsync();
        var parts = await session.QueryAsync(
            "repair-list", row => new FuturePart(row.Text(0), row.Long(1), row.Time(2)), ("limit", LimitOf(now)));
        return new StoreFuture(now, parts);
    }

    public static async Task<StoreFuture> MendAsync(StoreSession session)
    {
        var found = await FindAsync(session);
        var (now, limit) = (found.Now.ToUnixTimeMilliseconds(), LimitOf(found.Now));
        var future = await session.QueryAsync("repair-times", row => new FutureTime(row.Long(0), row.LongOrNull(1)), ("limit", limit));
        if (future.Count == 0)
        {
            return found;
        }

        var first = future.Min(time => time.Run) ?? long.MaxValue;
        var right = await session.QueryAsync("repair-runs", row => (row.Long(0), row.Long(1)), ("limit", limit), ("first", first));
        var before = await session.FirstAsync("repair-before", row => row.LongOrNull(0), ("limit", limit), ("first", first));
        await session.ExecuteAsync("repair-begin");
        await session.ExecuteManyAsync(
            "repair-time",
            ["at", "mended"],
            FutureTimes.Mend(future, right, before ?? 0, now).Select(time => new object?[] { time.At, time.Mended }));
        await session.ExecuteAsync("repair-mend", ("limit", limit), ("now", now));
        await session.ExecuteAsync("repair-end");
        return found;
    }

    private static long LimitOf(DateTimeOffset now) => (now + ClockApart.Tolerance).ToUnixTimeMilliseconds();
}

/// <summary>A time that lies in the future, in milliseconds since 1970.</summary>
/// <param name="At">The time.</param>
/// <param name="Run">The first run that has it; null where that is not known.</param>
internal readonly record struct FutureTime(long At, long? Run);

/// <summary>
/// Finds times for what was dated by a clock that was ahead. How far it was ahead is not known, but a run was
/// saved before the next one by a right clock. So what lies in the future is brought down in front of that, or of
/// the present, in its order and as far apart as it was where there is room.
/// </summary>
internal static class FutureTimes
{
    /// <summary>The time that stands for each.</summary>
    /// <param name="future">The times, in their order.</param>
    /// <param name="right">The runs of right times, with these, in the order they were saved.</param>
    /// <param name="before">The time that all come behind.</param>
    /// <param name="now">The present.</param>
    public static IReadOnlyList<(long At, long Mended)> Mend(
        IReadOnlyList<FutureTime> future, IReadOnlyList<(long Run, long At)> right, long before, long now)
    {
        var mended = new long[future.Count];
        var bound = now;
        for (var i = future.Count - 1; i >= 0; i--)
        {
            var own = future[i].Run is { } run ? NextOf(run, right)?.At - 1 ?? now : bound;
            var behind = i + 1 == future.Count ? long.MaxValue
                : own == bound ? mended[i + 1] - (future[i + 1].At - future[i].At)
                : mended[i + 1] - 1;
            (mended[i], bound) = (Math.Min(own, behind), own);
        }

        for (var i = 0; i < mended.Length; i++)
        {
            before = mended[i] = Math.Max(mended[i], before + 1);
        }

        return [.. future.Select((time, i) => (time.At, mended[i]))];
    }

    private static (long Run, long At)? NextOf(long run, IReadOnlyList<(long Run, long At)> right)
    {
        var (low, high) = (0, right.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = right[middle].Run < run ? (middle + 1, high) : (low, middle);
        }

        return low < right.Count ? right[low] : null;
    }
}
