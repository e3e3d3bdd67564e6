namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Compares the counters of processors. One reads, another answers with its own reading, the first reads again: the answer lies
/// between the two, or the counters are apart. The shortest exchange of many tells the most.
/// </summary>
internal static class HandOverProbe
{
    private const int Exchanges = 400, LooksAtTime = 256;

    // A thread that waits for its processor answers late: on a busy machine most of the time is that.
    private static readonly TimeSpan MaxWait = TimeSpan.FromMilliseconds(500), MaxInAll = TimeSpan.FromSeconds(5);

    /// <summary>Each processor against the first.</summary>
    /// <param name="unit">The length of one unit of the readings.</param>
    /// <returns>The pair that is furthest apart, 0 where none is; null where no two could be compared.</returns>
    public static ProcessorGap? Measure(
        Func<long> read, Duration unit, IReadOnlyList<LogicalProcessor> processors, CancellationToken cancellationToken)
    {
        ProcessorGap? furthest = null;
        var started = TimeProvider.System.GetTimestamp();
        foreach (var other in processors.Skip(1)
            .TakeWhile(_ => !cancellationToken.IsCancellationRequested && TimeProvider.System.GetElapsedTime(started) < MaxInAll))
        {
            if (new Exchange(read).Run(processors[0], other) is { } shortest)
            {
                var gap = new ProcessorGap(processors[0], other, shortest.Beyond * unit.Nanoseconds);
                furthest = gap.BeyondNs > furthest?.BeyondNs || furthest is null ? gap : furthest;
            }
        }

        return furthest;
    }

    private readonly record struct HandOver(long Before, long Other, long After)
    {
        /// <summary>By how many units it lies outside of the two readings; readings may be a unit apart in the same moment.</summary>
        public long Beyond => Math.Max(0, Math.Max(Before - Other, Other - After) - 1);
    }

    private sealed class Exchange(Func<long> read)
    {
        private long _answer;
        private int _turn;
        private bool _ended;

        public HandOver? Run(LogicalProcessor first, LogicalProcessor other)
        {
            HandOver? shortest = null;
            var threads = new[] { new Thread(() => On(first, Ask)), new Thread(() => On(other, Reply)) };
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
            return shortest;

            void Ask()
            {
                var started = TimeProvider.System.GetTimestamp();
                for (var i = 0; i < Exchanges && TimeProvider.System.GetElapsedTime(started) < MaxWait; i++)
                {
                    var before = read();
                    Volatile.Write(ref _turn, (2 * i) + 1);
                    if (!WaitFor((2 * i) + 2))
                    {
                        return;
                    }

                    var answer = new HandOver(before, _answer, read());
                    shortest = answer.After - before < shortest?.After - shortest?.Before || shortest is null ? answer : shortest;
                }
            }
        }

        private void Reply()
        {
            for (var i = 0; i < Exchanges && WaitFor((2 * i) + 1); i++)
            {
                _answer = read();
                Volatile.Write(ref _turn, (2 * i) + 2);
            }
        }

        private void On(LogicalProcessor processor, Action work)
        {
            if (ProcessorTopology.TryPin(processor, out var restore, out _))
            {
                using (restore)
                {
                    work();
                }
            }

            Volatile.Write(ref _ended, true);
        }

        private bool WaitFor(int turn)
        {
            var started = TimeProvider.System.GetTimestamp();
            for (var looks = 0; Volatile.Read(ref _turn) != turn; looks++)
            {
                if (looks % LooksAtTime == 0 && (Volatile.Read(ref _ended) || TimeProvider.System.GetElapsedTime(started) > MaxWait))
                {
                    return Volatile.Read(ref _turn) == turn;
                }
            }

            return true;
        }
    }
}

/// <summary>How far the counters of two processors are apart beyond what handing a reading over allows.</summary>
internal readonly record struct ProcessorGap(LogicalProcessor First, LogicalProcessor Other, double BeyondNs);
