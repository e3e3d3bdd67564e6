namespace TimerProbe.Fleet.Store.Repairing;

/// <summary>A time that lies in the future, in milliseconds since 1970.</summary>
/// <param name="At">The time.</param>
/// <param name="Run">The first run that has it; null where that is not known.</param>
internal readonly record struct FutureTime(long At, long? Run);

/// <summary>
/// Finds times for what was dated by a clock that was ahead. How far it was ahead is not known, but a run was saved before the next one by a right
/// clock. So what lies in the future is brought down in front of that, or of the present, in its order and as far apart as it was where there is
/// room.
/// </summary>
internal static class FutureTimes
{
    /// <summary>The time that stands for each.</summary>
    /// <param name="future">The times, in their order.</param>
    /// <param name="right">The runs of right times, with these, in the order they were saved.</param>
    /// <param name="before">The time that all come behind.</param>
    /// <param name="now">The present.</param>
    public static IReadOnlyList<(long At, long Mended)> Mend(IReadOnlyList<FutureTime> future, IReadOnlyList<(long Run, long At)> right, long before, long now)
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
