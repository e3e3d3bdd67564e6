using TimerProbe.Core.Problems;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Repairing;

/// <summary>Finds what lies in a store's future, and dates it before now.</summary>
internal static class StoreRepair
{
    public static async Task<StoreFuture> FindAsync(StoreSession session)
    {
        var now = await session.ReadNowAsync();
        return new StoreFuture(now, await session.QueryAsync("repair-list", row => new FuturePart(row.Text(0), row.Long(1), row.Time(2)), ("limit", LimitOf(now))));
    }

    /// <summary>Dates it before now; returns what there was.</summary>
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
            "repair-time", ["at", "mended"], FutureTimes.Mend(future, right, before ?? 0, now).Select(time => new object?[] { time.At, time.Mended }));
        await session.ExecuteAsync("repair-mend", ("limit", limit), ("now", now));
        await session.ExecuteAsync("repair-end");
        return found;
    }

    private static long LimitOf(DateTimeOffset now) => (now + ClockApart.Tolerance).ToUnixTimeMilliseconds();
}
