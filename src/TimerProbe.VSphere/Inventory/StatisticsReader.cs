using Window = (System.DateTimeOffset Start, System.DateTimeOffset End);

namespace TimerProbe.VSphere.Inventory;

/// <summary>Reads two CPU counters whose quotient is the host's frequency, and hands each machine's samples on as they come.</summary>
internal sealed class StatisticsReader
{
    public const int PeriodsOfHome = 24;

    /// <summary>How many periods of one length are asked for at most, for a machine's stretches.</summary>
    public const int PeriodsOfStretches = 400;

    private const int LongerPeriodsInShorter = 30;

    private const int MachinesAtOnce = 50;

    private readonly Lock _each = new();
    private readonly PerformanceReader _reader;
    private readonly (int Usage, int Mhz) _counters;
    private readonly IReadOnlyList<StatisticsPeriod> _periods;
    private readonly int _batchSize;
    private readonly DateTimeOffset _now;

    private StatisticsReader(
        PerformanceReader reader,
        (int Usage, int Mhz) counters,
        IReadOnlyList<StatisticsPeriod> periods,
        int batchSize,
        DateTimeOffset now) =>
        (_reader, _counters, _periods, _batchSize, _now) = (reader, counters, periods, batchSize, now);

    /// <summary>Reads what the server keeps; null when it keeps no statistics of processors.</summary>
    public static async Task<StatisticsReader?> OpenAsync(VSphereSession session, RequestMeter meter, CancellationToken cancellationToken)
    {
        var reader = new PerformanceReader(session, meter);
        var periods = await reader.ReadKeptPeriodsAsync(cancellationToken);
        if (periods.Count == 0)
        {
            return null;
        }

        var counters = await reader.ReadCountersAsync(cancellationToken);
        if (!counters.TryGetValue("cpu.usage.average", out var usage) || !counters.TryGetValue("cpu.usagemhz.average", out var mhz))
        {
            return null;
        }

        // Samples are dated by the server.
        var now = session.Options.TimeProvider.GetUtcNow() + (session.ClockSkew ?? TimeSpan.Zero);
        return new StatisticsReader(reader, (usage, mhz), periods, await reader.ReadBatchSizeAsync(2, cancellationToken), now);
    }

    public StatisticsReader CountedBy(VSphereSession session, RequestMeter meter) =>
        new(new PerformanceReader(session, meter), _counters, _periods, _batchSize, _now);

    public IReadOnlyList<(string Id, VSphereException Why)> Refused => [.. _reader.Refused.Select(item => (item.Entity.Value, item.Why))];

    public IReadOnlyList<StatisticsPeriod> Periods => _periods;

    public DateTimeOffset GetOldest(StatisticsPeriod period) => _now - period.Kept;

    public Task ReadHomesAsync(
        StatisticsPeriod period,
        IEnumerable<KeyValuePair<string, DateTimeOffset>> machines,
        Action<string, IReadOnlyList<CpuSample>> handle,
        CancellationToken cancellationToken)
    {
        var length = TimeSpan.FromSeconds(period.Seconds);
        var asked = machines.Where(machine => _now - machine.Value is var on && on <= period.Kept && on >= 2 * length)
            .ToDictionary();
        var span = (PeriodsOfHome + 1) * length;
        return ReadAsync(asked.Keys, period, id => (asked[id], asked[id] + span), handle, cancellationToken);
    }

    public Task ReadLatestAsync(
        StatisticsPeriod period,
        IReadOnlyDictionary<string, DateTimeOffset> machines,
        Action<string, IReadOnlyList<CpuSample>> handle,
        CancellationToken cancellationToken)
    {
        var oldest = _now - (PeriodsOfHome * TimeSpan.FromSeconds(period.Seconds));
        return ReadAsync(
            machines.Keys,
            period,
            id => (machines[id] > oldest ? machines[id] : oldest, _now),
            (id, samples) => handle(id, [.. samples.Where(sample => sample.From >= machines[id])]),
            cancellationToken);
    }

    public Task ReadAllAsync(
        IEnumerable<string> machines, Action<string, IReadOnlyList<CpuSample>> handle, CancellationToken cancellationToken)
    {
        IReadOnlyList<(StatisticsPeriod Period, Window Window)> asked =
            [.. _periods.Select((period, i) => (period, GetWindow(i)))];
        var batches = machines.Chunk(Math.Clamp(_batchSize / asked.Count, 1, MachinesAtOnce));
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = _reader.Concurrency, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(batches, parallel, async (some, token) =>
        {
            var all = some.ToDictionary(id => id, _ => new List<(int Seconds, IReadOnlyList<CpuSample> Samples)>());
            await ReadAsync(some, _ => asked, (id, period, samples) => all.GetValueOrDefault(id)?.Add((period.Seconds, samples)), token);
            foreach (var (id, its) in all)
            {
                cancellationToken.ThrowIfCancellationRequested();
                lock (_each)
                {
                    handle(id, [.. its.OrderBy(one => one.Seconds).SelectMany(one => one.Samples)]);
                }
            }
        });
    }

    private Window GetWindow(int index)
    {
        var (period, longer) = (_periods[index], _periods.ElementAtOrDefault(index + 1));
        var inLonger = longer is null ? long.MaxValue : LongerPeriodsInShorter * (long)longer.Seconds;
        var maxLength = TimeSpan.FromSeconds(Math.Min(PeriodsOfStretches * (long)period.Seconds, inLonger));
        return (_now - (period.Kept < maxLength ? period.Kept : maxLength), _now);
    }

    private Task ReadAsync(
        IEnumerable<string> machines,
        StatisticsPeriod period,
        Func<string, Window> windowOf,
        Action<string, IReadOnlyList<CpuSample>> handle,
        CancellationToken cancellationToken) =>
        ReadAsync(machines, id => [(period, windowOf(id))], (id, _, samples) => handle(id, samples), cancellationToken);

    private Task ReadAsync(
        IEnumerable<string> machines,
        Func<string, IReadOnlyList<(StatisticsPeriod Period, Window Window)>> askedOf,
        Action<string, StatisticsPeriod, IReadOnlyList<CpuSample>> handle,
        CancellationToken cancellationToken)
    {
        var query = new PerformanceQuery([_counters.Usage, _counters.Mhz], MaxSample: 0);
        ManagedObjectReference[] entities = [.. machines.Select(id => new ManagedObjectReference(VirtualMachinePaths.Type, id))];
        return _reader.ReadAsync(
            entities,
            _batchSize,
            entity => [.. askedOf(entity.Value).Select(asked => query with { IntervalId = asked.Period.Seconds, Window = asked.Window })],
            metric =>
            {
                cancellationToken.ThrowIfCancellationRequested();
                var asked = askedOf(metric.Entity.Value);
                // Where several were asked for, the answer is the one of its length.
                var (period, window) = asked.Count == 1
                    ? asked[0]
                    : asked.FirstOrDefault(item => metric.SampleInfo.Any(sample => sample.Interval == item.Period.Seconds));
                if (period is not null)
                {
                    handle(metric.Entity.Value, period, [.. Within(window, period, Parse(metric))]);
                }
            },
            cancellationToken);
    }

    private static IEnumerable<CpuSample> Within(Window window, StatisticsPeriod period, IEnumerable<CpuSample> samples) =>
        samples
        .Where(sample => sample.To >= window.Start && sample.From <= window.End)
        .Take((int)((window.End - window.Start).TotalSeconds / period.Seconds) + 2);

    private IEnumerable<CpuSample> Parse(PerfEntityMetric metric)
    {
        var (usage, mhz) = (Series(metric, _counters.Usage), Series(metric, _counters.Mhz));
        for (var i = 0; i < metric.SampleInfo.Count && i < usage.Count && i < mhz.Count; i++)
        {
            if (metric.SampleInfo[i] is { Interval: > 0 } period && usage[i] >= 0 && mhz[i] >= 0)
            {
                yield return new CpuSample(period.End.AddSeconds(-period.Interval), period.End, usage[i], mhz[i]);
            }
        }
    }

    private static IReadOnlyList<long> Series(PerfEntityMetric metric, int counter) =>
        metric.Value.FirstOrDefault(series => series.CounterId == counter && series.Instance.Length == 0).Samples ?? [];
}
