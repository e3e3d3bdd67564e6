using TimerProbe.Core.Placement;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands the two counters whose quotient is the frequency of the host.</summary>
internal sealed class CpuSampleParser
{
    public const string UsageName = "cpu.usage.average";
    public const string UsageMhzName = "cpu.usagemhz.average";

    private readonly int _usage;
    private readonly int _usageMhz;

    private CpuSampleParser(int usage, int usageMhz) => (_usage, _usageMhz) = (usage, usageMhz);

    /// <summary>The counters of this server to ask for.</summary>
    public IReadOnlyList<int> CounterIds => [_usage, _usageMhz];

    /// <summary>The parser for a server; null when it lacks one of the counters.</summary>
    public static CpuSampleParser? For(IReadOnlyDictionary<string, int> counters) =>
        counters.TryGetValue(UsageName, out var usage) && counters.TryGetValue(UsageMhzName, out var mhz) ? new CpuSampleParser(usage, mhz) : null;

    /// <summary>The samples that have a time and both figures, in the server's order.</summary>
    public IEnumerable<CpuSample> Parse(PerfEntityMetric metric)
    {
        var (usage, mhz) = (Series(metric, _usage), Series(metric, _usageMhz));
        for (var i = 0; i < metric.SampleInfo.Count && i < usage.Count && i < mhz.Count; i++)
        {
            if (metric.SampleInfo[i] is { Interval: > 0 } period && usage[i] >= 0 && mhz[i] >= 0)
            {
                yield return new CpuSample(period.Timestamp.AddSeconds(-period.Interval), period.Timestamp, usage[i], mhz[i]);
            }
        }
    }

    private static IReadOnlyList<long> Series(PerfEntityMetric metric, int counter)
    {
        foreach (var series in metric.Value)
        {
            if (series.CounterId == counter && series.Instance.Length == 0)
            {
                return series.Value;
            }
        }

        return [];
    }
}
