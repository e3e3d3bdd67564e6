namespace TimerProbe.VSphere.Inventory;

internal sealed class PressureReader(VSphereSession session)
{
    private const int Samples = 15;
    private const double IntervalMilliseconds = PerformanceQuery.RealTime * 1_000;

    private const string Ready = "cpu.ready.summation";
    private const string CoStop = "cpu.costop.summation";
    private const string Usage = "cpu.usage.average";
    private const string Limited = "cpu.maxlimited.summation";

    public async Task<IReadOnlyDictionary<string, CpuPressureOfMachine>> ReadAsync(
        IReadOnlyList<VirtualMachineFacts> machines, Step step, CancellationToken cancellationToken)
    {
        var reader = new PerformanceReader(session, step.Meter);
        var counters = await reader.ReadCountersAsync(cancellationToken);
        var processors = machines.ToDictionary(machine => machine.Id, machine => machine.ProcessorCount);
        var read = new Dictionary<string, CpuPressureOfMachine>();
        var entities = machines.Select(machine => new ManagedObjectReference(VirtualMachinePaths.Type, machine.Id)).ToArray();
        await reader.ReadAsync(entities, new PerformanceQuery(GetIds(counters), Samples), metric =>
        {
            step.Advance();
            if (Parse(metric, counters, processors.GetValueOrDefault(metric.Entity.Value)) is { } pressure)
            {
                read[metric.Entity.Value] = pressure;
            }
        }, cancellationToken);
        return read;
    }

    internal static IReadOnlyList<int> GetIds(IReadOnlyDictionary<string, int> counters) =>
        [.. new[] { Ready, CoStop, Usage, Limited }.Where(counters.ContainsKey).Select(name => counters[name])];

    /// <summary>The pressure of a machine of so many virtual processors; null when there is no figure at all.</summary>
    internal static CpuPressureOfMachine? Parse(PerfEntityMetric metric, IReadOnlyDictionary<string, int> counters, int? processors)
    {
        // Usage comes in hundredths of a percent.
        var pressure = new CpuPressureOfMachine(Share(Ready), Share(CoStop), Rounded(Average(Usage) / 100), Share(Limited));
        return pressure is { ReadyPercent: null, CoStopPercent: null, UsagePercent: null, LimitedPercent: null } ? null : pressure;

        // Milliseconds of all processors together as a percentage of one processor's time.
        double? Share(string counter) => processors > 0 ? Rounded(Average(counter) / IntervalMilliseconds / processors * 100) : null;

        // The mean; a negative sample is one the server does not have.
        double? Average(string counter)
        {
            var whole = counters.TryGetValue(counter, out var id)
                ? metric.Value.FirstOrDefault(series => series.CounterId == id && series.Instance.Length == 0).Samples
                : null;
            var samples = whole?.Where(sample => sample >= 0).ToList();
            return samples is { Count: > 0 } ? samples.Average(sample => (double)sample) : null;
        }
    }

    private static double? Rounded(double? value) => value is { } figure ? Math.Round(figure, 2) : null;
}
