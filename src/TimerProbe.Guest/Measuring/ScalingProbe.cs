namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Reads a clock on 1, 2, 4 ... all processors at once. A local read scales with the threads; a shared platform timer or a lock
/// does not. Each thread's rate is that of its median batch, so that a thread that waits for its processor does not pass for one
/// that waits for the clock.
/// </summary>
public static class ScalingProbe
{
    // Or the most batches a series holds, which a cheap clock fills sooner.
    private static readonly TimeSpan LengthOfEach = TimeSpan.FromMilliseconds(60);

    /// <summary>The rates by thread count, up to all the processors; those not reached before cancellation are left out.</summary>
    /// <param name="processors">The processors, one thread each; at least one.</param>
    public static IReadOnlyList<ScalingFacts> Measure(
        ITimedCalls calls, IReadOnlyList<LogicalProcessor> processors, CancellationToken cancellationToken)
    {
        var facts = new List<ScalingFacts>();
        foreach (var threads in ThreadCounts(processors.Count))
        {
            var rate = GetRate(calls, [.. processors.Take(threads)], cancellationToken);
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }

            var single = facts.Count == 0 ? rate : facts[0].CallsPerSecond;
            facts.Add(new ScalingFacts(threads, (long)rate, Math.Round(rate / (threads * single), 4)));
        }

        return facts;
    }

    internal static IEnumerable<int> ThreadCounts(int processors)
    {
        for (var threads = 1; threads < processors; threads *= 2)
        {
            yield return threads;
        }

        yield return processors;
    }

    private static double GetRate(ITimedCalls calls, LogicalProcessor[] processors, CancellationToken cancellationToken)
    {
        var rates = new double[processors.Length];
        using var together = new Barrier(processors.Length);
        var threads = processors.Select((processor, index) => new Thread(() => Measure(processor, index))).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return rates.Sum();

        void Measure(LogicalProcessor processor, int index)
        {
            // A thread that may not be moved runs where it is: threads that share a processor do not slow their median batches.
            _ = ProcessorTopology.TryPin(processor, out var restore, out _);
            using (restore)
            {
                rates[index] = MedianRate(calls, together, cancellationToken);
            }
        }
    }

    private static double MedianRate(ITimedCalls calls, Barrier together, CancellationToken cancellationToken)
    {
        var series = new BatchSeries(calls);
        series.FindLength(TickLength.ReadCost());
        together.SignalAndWait(CancellationToken.None);
        var started = TimeProvider.System.GetTimestamp();
        do
        {
            series.Record();
        }
        while (!series.IsFull && !cancellationToken.IsCancellationRequested && TimeProvider.System.GetElapsedTime(started) < LengthOfEach);
        return series.Interval().Median.PerSecond;
    }
}
