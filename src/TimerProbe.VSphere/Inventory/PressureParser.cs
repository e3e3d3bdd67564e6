using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands the performance counters of a machine's processors.</summary>
internal sealed class PressureParser(IReadOnlyDictionary<string, int> counters)
{
    private const double IntervalMilliseconds = PerformanceQuery.RealTime * 1_000;

    private readonly int? _ready = Find(counters, "cpu.ready.summation");
    private readonly int? _coStop = Find(counters, "cpu.costop.summation");
    private readonly int? _usage = Find(counters, "cpu.usage.average");
    private readonly int? _limited = Find(counters, "cpu.maxlimited.summation");

    /// <summary>The counters of this server to ask for.</summary>
    public IReadOnlyList<int> CounterIds => [.. new[] { _ready, _coStop, _usage, _limited }.OfType<int>()];

    /// <summary>The pressure; null when there is no figure at all.</summary>
    /// <param name="metric">The figures.</param>
    /// <param name="processors">The machine's virtual processors; null when unknown.</param>
    public CpuPressureOfMachine? Parse(PerfEntityMetric metric, int? processors)
    {
        var pressure = new CpuPressureOfMachine(
            Share(metric, _ready, processors),
            Share(metric, _coStop, processors),
            // In hundredths of a percent.
            Rounded(Average(metric, _usage) / 100),
            Share(metric, _limited, processors));
        return pressure is { ReadyPercent: null, CoStopPercent: null, UsagePercent: null, LimitedPercent: null } ? null : pressure;
    }

    private static int? Find(IReadOnlyDictionary<string, int> counters, string name) => counters.TryGetValue(name, out var id) ? id : null;

    /// <summary>Milliseconds of all processors together as a percentage of one processor's time.</summary>
    private static double? Share(PerfEntityMetric metric, int? counter, int? processors) =>
        processors > 0 ? Rounded(Average(metric, counter) / IntervalMilliseconds / processors * 100) : null;

    /// <summary>The mean; a negative sample is one the server does not have.</summary>
    private static double? Average(PerfEntityMetric metric, int? counter)
    {
        var samples = metric.Value.FirstOrDefault(series => series.CounterId == counter && series.Instance.Length == 0)?.Value.Where(sample => sample >= 0).ToList();
        return samples is { Count: > 0 } ? samples.Average(sample => (double)sample) : null;
    }

    private static double? Rounded(double? value) => value is { } figure ? Math.Round(figure, 2) : null;
}
