using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Queries;
using TimerProbe.VSphere.Sessions;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Reads the CPU pressure of the last five minutes.</summary>
internal sealed class PressureReader(VSphereSession session)
{
    private const int Samples = 15;

    /// <returns>The pressure of each machine that has figures, by its id.</returns>
    public async Task<IReadOnlyDictionary<string, CpuPressureOfMachine>> ReadAsync(IReadOnlyList<VirtualMachineFacts> machines, Step step, CancellationToken cancel)
    {
        var reader = new PerformanceReader(session, step.Meter);
        var parser = new PressureParser(await reader.ReadCountersAsync(cancel));
        var processors = machines.ToDictionary(machine => machine.Id, machine => machine.ProcessorCount, StringComparer.Ordinal);
        var read = new Dictionary<string, CpuPressureOfMachine>(StringComparer.Ordinal);
        ManagedObjectReference[] entities = [.. machines.Select(machine => new ManagedObjectReference(VirtualMachinePaths.Type, machine.Id))];
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
