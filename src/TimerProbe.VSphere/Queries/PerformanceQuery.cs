namespace TimerProbe.VSphere.Queries;

/// <summary>Which figures of performance to read.</summary>
/// <param name="CounterIds">The counters, by their number on this server.</param>
/// <param name="MaxSample">How many samples, the newest ones; of no effect with a window.</param>
public sealed record PerformanceQuery(IReadOnlyList<int> CounterIds, int MaxSample)
{
    /// <summary>The seconds a real-time sample spans.</summary>
    public const int RealTime = 20;

    /// <summary>The seconds one sample spans; 20 is real time.</summary>
    public int IntervalId { get; init; } = RealTime;

    /// <summary>The instance of each counter; empty for the whole entity, <c>*</c> for all instances.</summary>
    public string Instance { get; init; } = "";

    /// <summary>The time of which samples are read, with their times; null for the newest ones, without.</summary>
    public PerformanceWindow? Window { get; init; }
}

/// <summary>A span of the server's time.</summary>
/// <param name="Start">Its beginning: a sample of this very time is not in it.</param>
/// <param name="End">Its end: a sample of this very time is.</param>
public readonly record struct PerformanceWindow(DateTimeOffset Start, DateTimeOffset End);

/// <summary>The figures of one entity.</summary>
/// <param name="Entity">The entity.</param>
/// <param name="Value">Its series; a counter without data has none.</param>
public sealed record PerfEntityMetric(ManagedObjectReference Entity, IReadOnlyList<PerfMetricSeries> Value)
{
    /// <summary>The periods of the samples of all series, in their order; empty where the query has no window.</summary>
    public IReadOnlyList<PerfSampleInfo> SampleInfo { get; init; } = [];
}

/// <summary>The period of a sample.</summary>
/// <param name="Timestamp">Its end, by the server's clock.</param>
/// <param name="Interval">The seconds it spans.</param>
public readonly record struct PerfSampleInfo(DateTimeOffset Timestamp, int Interval);

/// <summary>The samples of one counter, oldest first, in the counter's unit.</summary>
/// <param name="CounterId">The counter.</param>
/// <param name="Instance">The instance; empty for the whole entity.</param>
/// <param name="Value">The samples; -1 is a sample the server does not have.</param>
public sealed record PerfMetricSeries(int CounterId, string Instance, IReadOnlyList<long> Value)
{
    /// <summary>Stands for a sample the server does not have.</summary>
    public const long Missing = -1;
}
