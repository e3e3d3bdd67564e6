using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>The batches of one source: finds their length, warms up, records.</summary>
internal sealed class BatchSeries(ITimedCalls subject)
{
    private readonly double[] _costs = new double[MeasuringPlan.Looks[^1]];
    private double[] _sorted = [];

    public int CallsPerBatch { get; private set; } = MeasuringPlan.SmallestBatch;

    public int WarmUpBatches { get; private set; }

    public int Count { get; private set; }

    /// <summary>What each recorded batch cost a call, in ns, in the order they ran.</summary>
    public ReadOnlySpan<double> Costs => _costs.AsSpan(0, Count);

    /// <summary>Whether there are batches enough for the interval to hold.</summary>
    public bool IsComplete => Count >= OrderStatistics.SmallestSample(MeasuringPlan.Misrate);

    /// <summary>Whether no further batch can be recorded.</summary>
    public bool IsFull => Count == _costs.Length;

    /// <summary>
    /// Doubles the batch, from the smallest, until the calls alone are long enough: a batch contains one reading of the timestamp, which
    /// would otherwise pass for the calls where it is dearer than they are. Growing from below costs a slow clock least, and the shorter of
    /// two runs keeps an interruption from passing for a long batch.
    /// </summary>
    /// <param name="timestampCost">What reading the timestamp costs.</param>
    /// <param name="shortest">How long a batch lasts at least; <see cref="MeasuringPlan.ShortestBatch"/> when null.</param>
    public void FindLength(Duration timestampCost, Duration? shortest = null)
    {
        var wanted = Math.Max(
            timestampCost.Nanoseconds * MeasuringPlan.TimestampReadsPerBatch,
            (shortest ?? MeasuringPlan.ShortestBatch).Nanoseconds);
        _ = RunWarmUp(); // compiles the loop
        while (ShortestOfTwo().Nanoseconds - timestampCost.Nanoseconds < wanted && CallsPerBatch < int.MaxValue / 2)
        {
            CallsPerBatch *= 2;
        }
    }

    /// <summary>Runs and drops groups of batches until two successive medians agree.</summary>
    public void WarmUp(Func<bool> mayGoOn)
    {
        var previous = WarmUpMedian();
        for (var group = 1; group < MeasuringPlan.LongestWarmUp && mayGoOn(); group++)
        {
            var median = WarmUpMedian();
            if (Math.Abs(median - previous) <= MeasuringPlan.WarmUpTolerance * previous)
            {
                return;
            }

            previous = median;
        }
    }

    public void Record()
    {
        var took = subject.Run(CallsPerBatch);
        _costs[Count++] = took.Nanoseconds / CallsPerBatch;
        Ran = new Duration(Ran.Nanoseconds + took.Nanoseconds);
    }

    /// <summary>The cost of a call with its interval, over the batches so far; at least one.</summary>
    public MedianInterval Interval() => OrderStatistics.Median(Sorted(), MeasuringPlan.Misrate);

    public Duration Quantile(double probability) => new(OrderStatistics.Quantile(Sorted(), probability));

    public Duration Ran { get; private set; }

    /// <summary>The time by which the recorded batches overran twice their median: it was spent elsewhere.</summary>
    public Duration Lost()
    {
        if (Count == 0)
        {
            return Duration.Zero;
        }

        var median = OrderStatistics.Quantile(Sorted(), 0.5);
        var lost = 0.0;
        foreach (var cost in Costs)
        {
            lost += cost > 2 * median ? cost - median : 0;
        }

        return new Duration(lost * CallsPerBatch);
    }

    private Duration RunWarmUp()
    {
        WarmUpBatches++;
        return subject.Run(CallsPerBatch);
    }

    private double WarmUpMedian()
    {
        Span<double> group = stackalloc double[MeasuringPlan.WarmUpGroup];
        foreach (ref var cost in group)
        {
            cost = RunWarmUp().Nanoseconds;
        }

        OrderStatistics.Sort(group);
        return OrderStatistics.Quantile(group, 0.5);
    }

    private Duration ShortestOfTwo()
    {
        var (one, other) = (RunWarmUp(), RunWarmUp());
        return one < other ? one : other;
    }

    private ReadOnlySpan<double> Sorted()
    {
        if (_sorted.Length != Count)
        {
            _sorted = _costs.AsSpan(0, Count).ToArray();
            OrderStatistics.Sort(_sorted);
        }

        return _sorted;
    }
}
