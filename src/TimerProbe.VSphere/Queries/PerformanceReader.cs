namespace TimerProbe.VSphere.Queries;

/// <summary>Reads performance figures, in batches the server accepts. The meter counts its requests beside the session's total.</summary>
internal sealed class PerformanceReader(VSphereSession session, RequestMeter? meter = null)
{
    private const int EntitiesPerBatch = 1_000;

    private const int EnoughRefused = 5;
    private const string MaxQueryMetrics = "config.vpxd.stats.maxQueryMetrics";
    private const int Unlimited = 10_000;

    private readonly Lock _each = new();
    private readonly List<(ManagedObjectReference Entity, VSphereException Why)> _refused = [];
    private bool _hasAnswered;
    private volatile int _most = int.MaxValue;

    public int Concurrency => session.Options.Concurrency;

    public IReadOnlyList<(ManagedObjectReference Entity, VSphereException Why)> Refused
    {
        get
        {
            lock (_each)
            {
                return [.. _refused];
            }
        }
    }

    public async Task<IReadOnlyDictionary<string, int>> ReadCountersAsync(CancellationToken cancellationToken)
    {
        const string property = "perfCounter";
        var content = await new PropertyReader(session, meter)
            .ReadObjectAsync(Manager, [PropertyPath.Only(property, "key", "nameInfo", "groupInfo", "rollupType")], cancellationToken);
        var counters = new Dictionary<string, int>();
        foreach (var counter in content?[property]?.Members ?? [])
        {
            if (counter["key"]?.AsInt64() is { } key and >= int.MinValue and <= int.MaxValue)
            {
                var (group, name, rollup) = (counter["groupInfo"]?["key"]?.Text, counter["nameInfo"]?["key"]?.Text, counter["rollupType"]?.Text);
                counters[$"{group}.{name}.{rollup}"] = (int)key;
            }
        }

        return counters;
    }

    public async Task<IReadOnlyList<StatisticsPeriod>> ReadKeptPeriodsAsync(CancellationToken cancellationToken)
    {
        const string property = "historicalInterval";
        var content = await new PropertyReader(session, meter)
            .ReadObjectAsync(Manager, [PropertyPath.Only(property, "samplingPeriod", "length", "level", "enabled")], cancellationToken);
        return content?[property]?.Members is { Count: > 0 } reported
            ? [
                .. reported.Select(StatisticsPeriod.Parse).OfType<StatisticsPeriod>().OrderBy(period => period.Seconds)
                    .Take(StatisticsPeriod.MaxPeriods)
            ]
            : StatisticsPeriod.Defaults;
    }

    public async Task ReadAsync(
        IReadOnlyCollection<ManagedObjectReference> entities,
        PerformanceQuery query,
        Action<PerfEntityMetric> handle,
        CancellationToken cancellationToken)
    {
        if (entities.Count == 0 || query.CounterIds.Count == 0)
        {
            return;
        }

        var size = await ReadBatchSizeAsync(query.CounterIds.Count, cancellationToken);
        await ReadAsync(entities, size, _ => [query], handle, cancellationToken);
    }

    public async Task<int> ReadBatchSizeAsync(int counters, CancellationToken cancellationToken) =>
        Math.Clamp(await ReadMaxQueryMetricsAsync(cancellationToken) / counters, 1, EntitiesPerBatch);

    public async Task ReadAsync(
        IReadOnlyCollection<ManagedObjectReference> entities,
        int size,
        Func<ManagedObjectReference, IReadOnlyList<PerformanceQuery>> queriesOf,
        Action<PerfEntityMetric> handle,
        CancellationToken cancellationToken)
    {
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = session.Options.Concurrency, CancellationToken = cancellationToken };
        var batches = entities.Distinct().Chunk(size);
        await Parallel.ForEachAsync(batches, parallel, async (batch, token) => await ReadSplitAsync(batch, queriesOf, handle, token));
    }

    /// <summary>
    /// How many metrics one QueryPerf may ask for: what the server's option says, 10,000 where it says there is no limit, and where
    /// it says nothing vCenter's defaults: 64 up to version 6.0, 256 since. A host has no limit.
    /// </summary>
    internal async Task<int> ReadMaxQueryMetricsAsync(CancellationToken cancellationToken)
    {
        if (!session.Content.About.IsVirtualCenter)
        {
            return Unlimited;
        }

        var option = await ReadOptionAsync(MaxQueryMetrics, cancellationToken);
        if (!int.TryParse(option, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var limit))
        {
            return session.Content.About.HasApi(6, 5) ? 256 : 64;
        }

        return limit > 0 ? Math.Min(limit, Unlimited) : Unlimited;
    }

    /// <summary>The value of an option; null when the server has none of this name, or does not let the account read it.</summary>
    private async Task<string?> ReadOptionAsync(string name, CancellationToken cancellationToken)
    {
        if (session.Content.Setting is not { } manager)
        {
            return null;
        }

        try
        {
            return await session.ReadAsync(
                token => session.SendAsync(QueryOptions(manager, name), soap => FindOption(soap, name), meter, token), cancellationToken);
        }
        catch (VSphereException ex) when (ex.Fault is { Type: "InvalidName" or "NoPermission" })
        {
            return null;
        }
    }

    private async Task ReadSplitAsync(
        ManagedObjectReference[] batch,
        Func<ManagedObjectReference, IReadOnlyList<PerformanceQuery>> queriesOf,
        Action<PerfEntityMetric> handle,
        CancellationToken cancellationToken)
    {
        if (batch.Length <= _most)
        {
            try
            {
                await ReadBatchAsync(batch, queriesOf, handle, cancellationToken);
                return;
            }
            catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.Fault && (batch.Length > 1 || IsOnlyThis(batch[0], ex)))
            {
                _most = ex.Fault?.Type == "RestrictedByAdministrator" ? Math.Min(_most, Math.Max(1, batch.Length / 2)) : _most;
            }
        }

        foreach (var half in batch.Length > 1 ? batch.Chunk((batch.Length + 1) / 2) : [])
        {
            await ReadSplitAsync(half, queriesOf, handle, cancellationToken);
        }
    }

    private bool IsOnlyThis(ManagedObjectReference entity, VSphereException refused)
    {
        lock (_each)
        {
            _refused.Add((entity, refused));
            return _hasAnswered || _refused.Count < EnoughRefused;
        }
    }

    private ManagedObjectReference Manager => session.Content.PerfManager
        ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{session.Named} has no performance manager", session.Named);

    private static List<PerfEntityMetric> ReadAnswer(SoapReader soap, bool keepsTimes)
    {
        var metrics = new List<PerfEntityMetric>();
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            if (PerfEntityMetric.Read(soap, keepsTimes) is { } metric)
            {
                metrics.Add(metric);
            }

            soap.Keep(0);
        }

        return metrics;
    }

    private Task ReadBatchAsync(
        ManagedObjectReference[] batch,
        Func<ManagedObjectReference, IReadOnlyList<PerformanceQuery>> queriesOf,
        Action<PerfEntityMetric> handle,
        CancellationToken cancellationToken) =>
        PropertyReader.WithoutGoneAsync(batch, [], async left =>
        {
            var keepsTimes = queriesOf(left[0])[0].Window is not null;
            var query = QueryPerf(Manager, left, queriesOf);
            var metrics = await session.ReadAsync(
                token => session.SendAsync(query, soap => ReadAnswer(soap, keepsTimes), meter, token), cancellationToken);
            var asked = left.ToDictionary(entity => entity.Value, entity => queriesOf(entity).Count);
            metrics.RemoveAll(metric => asked.GetValueOrDefault(metric.Entity.Value) <= 0 || --asked[metric.Entity.Value] < 0);
            lock (_each)
            {
                _hasAnswered = true;
                metrics.ForEach(handle);
            }
        });

    private static SoapCall QueryPerf(
        ManagedObjectReference perfManager,
        IEnumerable<ManagedObjectReference> entities,
        Func<ManagedObjectReference, IReadOnlyList<PerformanceQuery>> queriesOf) =>
        new("QueryPerf", perfManager, soap =>
        {
            foreach (var (entity, query) in entities.SelectMany(queriesOf, (entity, query) => (entity, query)))
            {
                soap.Element("querySpec", () => QuerySpec(soap, entity, query));
            }
        });

    private static void QuerySpec(SoapWriter soap, ManagedObjectReference entity, PerformanceQuery query)
    {
        soap.Reference("entity", entity);
        if (query.Window is { } window)
        {
            soap.Time("startTime", window.Start);
            soap.Time("endTime", window.End);
        }
        else
        {
            soap.Number("maxSample", query.MaxSample);
        }

        foreach (var counter in query.CounterIds)
        {
            soap.Element("metricId", () =>
            {
                soap.Number("counterId", counter);
                // The whole entity.
                soap.Text("instance", "");
            });
        }

        soap.Number("intervalId", query.IntervalId);
        // A list in one text is a quarter of an element per sample.
        soap.Text("format", "csv");
    }

    private static SoapCall QueryOptions(ManagedObjectReference optionManager, string name) =>
        new("QueryOptions", optionManager, soap => soap.Text("name", name));

    private static string? FindOption(SoapReader soap, string name)
    {
        string? found = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            string? key = null;
            for (var option = soap.Depth; soap.NextChild(option);)
            {
                switch (soap.Name)
                {
                    case "key": key = soap.Text(); break;
                    case "value" when key == name: found = soap.Text(); break;
                }
            }
        }

        return found;
    }
}
