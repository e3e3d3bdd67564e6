namespace TimerProbe.Guest.Measuring;

/// <summary>A short look at precise time on several processors: a verdict of one thread is that of those it happened to run on.</summary>
internal sealed class ProcessorLook(ITimedCalls precise, IReadOnlyList<LogicalProcessor> processors, StopCondition stoppage)
{
    public const int MaxProcessors = 64;

    private const int Tries = 4;

    public (ClockChange? Change, bool IsRestless) Measure(Duration measured)
    {
        var calls = (int)Math.Clamp(Duration.FromMicroseconds(4) / measured, 8, 256);
        var step = Math.Max(1, (processors.Count + MaxProcessors - 1) / MaxProcessors);
        var first = new double[(processors.Count + step - 1) / step];
        if (first.Length < 2)
        {
            return (null, false);
        }

        var isOff = false;
        for (var i = 0; i < first.Length; i++)
        {
            first[i] = Cost(processors[i * step], calls);
            isOff |= ChangeSigns.IsOff(first[i], measured.Nanoseconds);
        }

        if (!isOff)
        {
            return (null, false);
        }

        var second = new double[first.Length];
        for (var i = first.Length - 1; i >= 0; i--)
        {
            second[i] = Cost(processors[i * step], calls);
        }

        return Compare(first, second);
    }

    private static (ClockChange? Change, bool IsRestless) Compare(double[] first, double[] second)
    {
        double[] known = [.. first.Concat(second).Where(double.IsFinite)];
        var (low, high) = (new Duration(known.Min()), new Duration(known.Max()));
        if (!VerdictTable.DifferInState(low, high))
        {
            return (null, true);
        }

        var between = Math.Sqrt(Math.Max(low.Nanoseconds, 1) * high.Nanoseconds);
        var both = first.Zip(second).Where(pair => double.IsFinite(pair.First) && double.IsFinite(pair.Second)).ToList();
        var slow = both.Count(pair => pair.First > between);
        var stays = both.TrueForAll(pair => (pair.First > between) == (pair.Second > between));
        return stays && slow > 0 && slow < both.Count
            ? (new ClockChange(low, high, ClockChangeKind.Processors, Math.Round(slow / (double)both.Count, 3)), false)
            : (null, true);
    }

    /// <summary>ns a call of the cheapest of a few batches: interruptions only add to it. NaN where the thread may not run.</summary>
    private double Cost(LogicalProcessor processor, int calls)
    {
        if (stoppage.IsDue || !ProcessorTopology.TryPin(processor, out var restore, out _))
        {
            return double.NaN;
        }

        using (restore)
        {
            var cheapest = double.MaxValue;
            for (var i = 0; i < Tries; i++)
            {
                cheapest = Math.Min(cheapest, precise.Run(calls).Nanoseconds / calls);
            }

            return cheapest;
        }
    }
}
