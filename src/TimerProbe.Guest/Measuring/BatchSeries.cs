namespace TimerProbe.Guest.Measuring;

/// <summary>The batches of one source: finds their length, warms up, records.</summary>
internal sealed class BatchSeries(ITimedCalls subject)
{
    private readonly double[] _costs = new double[MeasuringPlan.Looks[^1]];
    private double[] _sorted = [];

    public int CallsPerBatch { get; private set; } = MeasuringPlan.MinBatchCalls;

    public int WarmUpBatches { get; private set; }

    public int Count { get; private set; }

    public Duration Ran { get; private set; }

    /// <summary>ns a call of each recorded batch, in the order they ran.</summary>
    public ReadOnlySpan<double> Costs => _costs.AsSpan(0, Count);

    public bool IsComplete => Count >= OrderStatistics.SmallestSample(MeasuringPlan.Misrate);

    public bool IsFull => Count == _costs.Length;

    public void FindLength(Duration timestampCost, Duration? minTime = null)
    {
        var min = (minTime ?? MeasuringPlan.MinBatchTime).Nanoseconds;
        var wanted = Math.Max(timestampCost.Nanoseconds * MeasuringPlan.TimestampReadsPerBatch, min);
        _ = RunWarmUp(); // compiles the loop
        while (MinOfTwo().Nanoseconds - timestampCost.Nanoseconds < wanted && CallsPerBatch < int.MaxValue / 2)
        {
            CallsPerBatch *= 2;
        }
    }

    public void WarmUp(Func<bool> mayGoOn)
    {
        var previous = WarmUpMedian();
        for (var group = 1; group < MeasuringPlan.MaxWarmUp && mayGoOn(); group++)
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

    /// <summary>The cost of a call over the batches so far, of which there is at least one.</summary>
    public MedianInterval Interval() => OrderStatistics.Median(Sorted(), MeasuringPlan.Misrate);

    public Duration Quantile(double probability) => new(OrderStatistics.Quantile(Sorted(), probability));

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

    private Duration MinOfTwo()
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

/// <summary>The series by clock. Plain loops: this runs in a cold process while the budget is spent.</summary>
internal sealed class ClockSeries(IEnumerable<Clock> clocks, IReadOnlyList<BatchSeries> series)
{
    private readonly ClockSource[] _sources = Array.ConvertAll<Clock, ClockSource>([.. clocks], clock => clock.Source);

    public BatchSeries? Of(ClockSource source)
    {
        var index = Array.IndexOf(_sources, source);
        return index < 0 ? null : series[index];
    }

    public BatchSeries? Measured(ClockSource source) => Of(source) is { Count: > 0 } measured ? measured : null;

    public BatchSeries[] Where(bool readsClock)
    {
        var found = new List<BatchSeries>();
        for (var i = 0; i < _sources.Length; i++)
        {
            if (series[i].Count > 0 && ChangeSigns.ReadsClock(_sources[i]) == readsClock)
            {
                found.Add(series[i]);
            }
        }

        return [.. found];
    }
}

/// <summary>A batch that reads no precise clock overruns because others had the processor; a clock's may because the clock did.</summary>
internal readonly record struct Stalls(Duration Lost, Duration Ran)
{
    public const double LongShare = 0.25;

    public static readonly Duration LongTime = Duration.FromMilliseconds(5);

    /// <summary>The share of the time that was lost, 0 to 1.</summary>
    public double Share => Ran > Duration.Zero ? Math.Clamp(Lost / Ran, 0, 1) : 0;

    public bool AreLong(TimeSpan recording) => Share > LongShare && Share * recording.TotalNanoseconds > LongTime.Nanoseconds;

    public static Stalls operator +(Stalls one, Stalls other) =>
        new(new Duration(one.Lost.Nanoseconds + other.Lost.Nanoseconds), new Duration(one.Ran.Nanoseconds + other.Ran.Nanoseconds));

    public static Stalls From(params IEnumerable<BatchSeries> series)
    {
        var (lost, ran) = (0.0, 0.0);
        foreach (var one in series)
        {
            lost += one.Lost().Nanoseconds;
            ran += one.Ran.Nanoseconds;
        }

        return new Stalls(new Duration(lost), new Duration(ran));
    }
}
