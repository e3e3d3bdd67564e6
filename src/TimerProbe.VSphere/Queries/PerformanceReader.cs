using TimerProbe.VSphere.Sessions;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads figures of performance, in batches the server accepts.</summary>
/// <param name="session">The session.</param>
/// <param name="meter">Counts the requests of this reader, beside the session's total.</param>
public sealed class PerformanceReader(VSphereSession session, RequestMeter? meter = null)
{
    private const int EntitiesPerBatch = 1_000;

    private readonly Lock _each = new();

    /// <summary>The number of each counter on this server by its name, such as <c>cpu.ready.summation</c>.</summary>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task<IReadOnlyDictionary<string, int>> ReadCountersAsync(CancellationToken cancel)
    {
        const string property = "perfCounter";
        var content = await new PropertyReader(session, meter)
            .ReadObjectAsync(Manager, [PropertyPath.Only(property, "key", "nameInfo", "groupInfo", "rollupType")], cancel);
        var counters = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var counter in content?[property]?.Members ?? [])
        {
            if (counter["key"]?.AsInt64() is { } key and >= int.MinValue and <= int.MaxValue)
            {
                counters[$"{counter["groupInfo"]?["key"]?.Text}.{counter["nameInfo"]?["key"]?.Text}.{counter["rollupType"]?.Text}"] = (int)key;
            }
        }

        return counters;
    }

    /// <summary>
    /// The periods that the server keeps figures of, the shortest first; those of vCenter's defaults where it does not tell. One that is
    /// switched off is none.
    /// </summary>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task<IReadOnlyList<StatisticsPeriod>> ReadKeptPeriodsAsync(CancellationToken cancel)
    {
        const string property = "historicalInterval";
        var content = await new PropertyReader(session, meter)
            .ReadObjectAsync(Manager, [PropertyPath.Only(property, "samplingPeriod", "length", "level", "enabled")], cancel);
        return content?[property]?.Members is { Count: > 0 } reported ? [.. reported.Select(StatisticsPeriod.Parse).OfType<StatisticsPeriod>().OrderBy(period => period.Seconds)] : StatisticsPeriod.Defaults;
    }

    /// <summary>Reads the figures of many entities. One that is gone by now is left out.</summary>
    /// <param name="entities">The entities.</param>
    /// <param name="query">Which figures.</param>
    /// <param name="each">Takes each entity's figures; one call at a time, not on the caller's thread.</param>
    /// <param name="cancel">Ends it.</param>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task ReadAsync(IReadOnlyCollection<ManagedObjectReference> entities, PerformanceQuery query, Action<PerfEntityMetric> each, CancellationToken cancel)
    {
        ArgumentNullException.ThrowIfNull(query);
        if (entities.Count == 0 || query.CounterIds.Count == 0)
        {
            return;
        }

        var size = await ReadBatchSizeAsync(query.CounterIds.Count, cancel);
        await ReadAsync(entities, size, _ => query, each, cancel);
    }

    /// <summary>How many entities the server takes in one request.</summary>
    /// <param name="counters">How many counters are asked for of each; positive.</param>
    /// <param name="cancel">Ends it.</param>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task<int> ReadBatchSizeAsync(int counters, CancellationToken cancel) =>
        Math.Clamp(await new OptionReader(session, meter).ReadMaxQueryMetricsAsync(cancel) / counters, 1, EntitiesPerBatch);

    /// <summary>Reads figures of many entities, of each its own. One that is gone by now is left out, and so is one in an answer that was not asked for.</summary>
    /// <param name="entities">The entities.</param>
    /// <param name="size">How many of them a request asks for.</param>
    /// <param name="queryOf">Which figures of an entity.</param>
    /// <param name="each">Takes each entity's figures; one call at a time, not on the caller's thread.</param>
    /// <param name="cancel">Ends it.</param>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task ReadAsync(
        IReadOnlyCollection<ManagedObjectReference> entities, int size, Func<ManagedObjectReference, PerformanceQuery> queryOf, Action<PerfEntityMetric> each, CancellationToken cancel)
    {
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = session.Options.Concurrency, CancellationToken = cancel };
        await Parallel.ForEachAsync(entities.Distinct().Chunk(size), parallel, async (batch, token) => await ReadBatchAsync(batch, queryOf, each, token));
    }

    private ManagedObjectReference Manager => session.Content.PerfManager
        ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{session.Named} has no performance manager");

    private static List<PerfEntityMetric> ReadAnswer(SoapReader soap, bool keepsTimes)
    {
        var metrics = new List<PerfEntityMetric>();
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            if (PerformanceParser.Read(soap, keepsTimes) is { } metric)
            {
                metrics.Add(metric);
            }

            soap.Keep(0);
        }

        return metrics;
    }

    private Task ReadBatchAsync(ManagedObjectReference[] batch, Func<ManagedObjectReference, PerformanceQuery> queryOf, Action<PerfEntityMetric> each, CancellationToken cancel) =>
        GoneObjects.WithoutAsync(batch, [], async left =>
        {
            var keepsTimes = queryOf(left[0]).Window is not null;
            var metrics = await session.ReadAsync(
                token => session.SendAsync(PerformanceCalls.QueryPerf(Manager, left, queryOf), soap => ReadAnswer(soap, keepsTimes), meter, token), cancel);
            var asked = left.Select(entity => entity.Value).ToHashSet(StringComparer.Ordinal);
            metrics.RemoveAll(metric => !asked.Contains(metric.Entity.Value));
            lock (_each)
            {
                metrics.ForEach(each);
            }
        });
}
