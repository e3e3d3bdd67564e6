using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Queries;
using TimerProbe.VSphere.Sessions;

namespace TimerProbe.VSphere.Inventory;

internal sealed class PressureReader(VSphereSession session)
{
    private const int Samples = 15;

    /// <returns>The pressure of each machine that has figures, by its id.</returns>
    public async Task<IReadOnlyDictionary<string, CpuPressureOfMachine>> ReadAsync(
        IReadOnlyList<VirtualMachineFacts> machines, Step step, CancellationToken cancel)
    {
        var reader = new PerformanceReader(session, step.Meter);
        var parser = new PressureParser(await reader.ReadCountersAsync(cancel));
        var processors = machines.ToDictionary(machine => machine.Id, machine => machine.ProcessorCount, StringComparer.Ordinal);
        var read = new Dictionary<string, CpuPressureOfMachine>(StringComparer.Ordinal);
        var entities = machines.Select(machine => new ManagedObjectReference(VirtualMachinePaths.Type, machine.Id)).ToArray();
        await reader.ReadAsync(entities, new PerformanceQuery(parser.CounterIds, Samples), metric =>
        {
            step.Advance();
            if (parser.Parse(metric, processors.GetValueOrDefault(metric.Entity.Value)) is { } pressure)
            {
                read[metric.Entity.Value] = pressure;
            }
        }, cancel);
        return read;
    }
}

internal sealed class PressureParser(IReadOnlyDictionary<string, int> counters)
{
    private const double IntervalMilliseconds = PerformanceQuery.RealTime * 1_000;

    private readonly int? _ready = Find(counters, "cpu.ready.summation");
    private readonly int? _coStop = Find(counters, "cpu.costop.summation");
    private readonly int? _usage = Find(counters, "cpu.usage.average");
    private readonly int? _limited = Find(counters, "cpu.maxlimited.summation");

    public IReadOnlyList<int> CounterIds => [.. new[] { _ready, _coStop, _usage, _limited }.OfType<int>()];

    /// <summary>The pressure of a machine of so many virtual processors; null when there is no figure at all.</summary>
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
        var whole = metric.Value.FirstOrDefault(series => series.CounterId == counter && series.Instance.Length == 0);
        var samples = whole?.Value.Where(sample => sample >= 0).ToList();
        return samples is { Count: > 0 } ? samples.Average(sample => (double)sample) : null;
    }

    private static double? Rounded(double? value) => value is { } figure ? Math.Round(figure, 2) : null;
}
