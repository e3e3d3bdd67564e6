namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Compares the counters of processors. Two read and hand their readings to each other all the time: one that was got before the
/// own reading is later than that only where the counters are apart, by as much at least. The shortest way over tells the most.
/// </summary>
internal static class HandOverProbe
{
    private const int WantedHandOvers = 400;

    // A thread that waits for its processor hands nothing over: on a busy machine most of the time is that.
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(2), MaxInAll = TimeSpan.FromSeconds(5);

    /// <summary>Each processor against the first.</summary>
    /// <param name="unit">The length of one unit of the readings.</param>
    /// <returns>The one that is furthest apart, zero where none is; null where no two could be compared.</returns>
    public static (LogicalProcessor Other, Duration Apart)? Measure(
        Func<long> read, Duration unit, IReadOnlyList<LogicalProcessor> processors, CancellationToken cancellationToken)
    {
        var started = TimeProvider.System.GetTimestamp();
        return processors.Skip(1)
            .TakeWhile(_ => !cancellationToken.IsCancellationRequested && TimeProvider.System.GetElapsedTime(started) < MaxInAll)
            .Select(other => Compare(read, [processors[0], other]) is { } units
                ? (other, new Duration(units * unit.Nanoseconds))
                : ((LogicalProcessor Other, Duration Apart)?)null)
            .MaxBy(pair => pair?.Apart);
    }

    /// <returns>By how many units the counters are apart at least; null where too little was handed over to find them in step.</returns>
    private static long? Compare(Func<long> read, LogicalProcessor[] pair)
    {
        var (readings, apart, got, isUnpinned) = (new long[2], new long[2], new int[2], false);
        var started = TimeProvider.System.GetTimestamp();
        var threads = Array.ConvertAll([0, 1], own => new Thread(() => HandOver(own, 1 - own)));
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        // Readings may be a unit apart in the same moment.
        var units = Math.Max(0, apart.Max() - 1);
        return units == 0 && got.Min() < WantedHandOvers ? null : units;

        void HandOver(int own, int other)
        {
            if (!ProcessorTopology.TryPin(pair[own], out var restore, out _))
            {
                Volatile.Write(ref isUnpinned, true);
                return;
            }

            using (restore)
            {
                var last = 0L;
                while (Math.Min(Volatile.Read(ref got[0]), Volatile.Read(ref got[1])) < WantedHandOvers
                    && !Volatile.Read(ref isUnpinned)
                    && TimeProvider.System.GetElapsedTime(started) < MaxWait)
                {
                    var handed = Volatile.Read(ref readings[other]);
                    var reading = read();
                    Volatile.Write(ref readings[own], reading);
                    if (handed != last)
                    {
                        (last, apart[own]) = (handed, Math.Max(apart[own], handed - reading));
                        Volatile.Write(ref got[own], got[own] + 1);
                    }
                }
            }
        }
    }
}
