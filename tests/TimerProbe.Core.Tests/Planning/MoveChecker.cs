namespace TimerProbe.Core.Tests.Planning;

/// <summary>Carries moves out wave by wave, and tells what is wrong with them; it shares nothing with the planner.</summary>
internal sealed class MoveChecker
{
    private readonly GeneratedCluster _cluster;
    private readonly Dictionary<string, double> _memory;
    private readonly Dictionary<string, double> _cpu;
    private readonly Dictionary<string, HostFacts> _hosts;
    private readonly Dictionary<string, VirtualMachineFacts> _machines;

    public MoveChecker(GeneratedCluster cluster)
    {
        _cluster = cluster;
        _hosts = cluster.Center.Hosts.ToDictionary(host => host.Id);
        _machines = cluster.Center.VirtualMachines.ToDictionary(machine => machine.Id);
        _memory = _hosts.ToDictionary(host => host.Key, host => (double)host.Value.MemoryUsageBytes!.Value);
        _cpu = _hosts.ToDictionary(host => host.Key, host => (double)host.Value.CpuUsageHz!.Value.Hertz);
        At = _machines.ToDictionary(machine => machine.Key, machine => machine.Value.HostId!);
    }

    public Dictionary<string, string> At { get; }

    public List<string> Faults { get; } = [];

    public int Slow => At.Count(item => _machines[item.Key].Settings.VirtualRdtsc != false && _cluster.IsSlow(item.Key, item.Value));

    public (double Memory, double Cpu) Demand(VirtualMachineFacts machine)
    {
        var host = _hosts[machine.HostId!];
        var on = _cluster.Center.VirtualMachines.Where(other => other.HostId == host.Id).ToList();
        var memory = on.Sum(other => (double)other.MemoryBytes!.Value);
        var processors = on.Sum(other => (double)other.ProcessorCount!.Value) * host.Hz!.Value.Hertz;
        return (machine.MemoryBytes!.Value * Math.Min(1, host.MemoryUsageBytes!.Value / memory),
            machine.ProcessorCount!.Value * (double)host.Hz.Value.Hertz * Math.Min(1, host.CpuUsageHz!.Value.Hertz / processors));
    }

    public void Run(IReadOnlyList<PlannedMove> moves, int waveSize, bool maySlow = false)
    {
        foreach (var wave in moves.GroupBy(move => move.Wave).OrderBy(wave => wave.Key))
        {
            Wave([.. wave], waveSize, maySlow);
        }
    }

    /// <summary>Machines that are slow where they are and could move by themselves to a host where they are fast.</summary>
    public IEnumerable<string> SparedByAMove() =>
        from machine in _machines.Values
        where machine is { HomeHz: not null, Settings.VirtualRdtsc: not false } && _cluster.IsSlow(machine.Id, At[machine.Id])
            && _hosts[At[machine.Id]].ConnectionState == "connected"
        where !_cluster.Center.Clusters.Any(cluster => cluster.VmRules?.Any(rule => rule.VirtualMachines.Contains(machine.Id)) == true)
        from to in _hosts.Values
        let demand = Demand(machine)
        where to.ClusterId == machine.ClusterId && to.ConnectionState == "connected" && to.InMaintenanceMode != true
            && machine.BoundTo?.Contains(to.Name) != false && machine.MustRunOn?.Contains(to.Name) != false
            && !_cluster.IsSlow(machine.Id, to.Id)
            && _memory[to.Id] + demand.Memory < to.MemoryBytes!.Value * 0.8999 && _cpu[to.Id] + demand.Cpu < to.CpuCapacityHz!.Value.Hertz * 0.8999
        select $"{machine.Name} is slow on {At[machine.Id]} and would be fast on {to.Name}";

    public void Wave(IReadOnlyList<PlannedMove> wave, int waveSize, bool maySlow)
    {
        var before = new Dictionary<string, string>(At);
        foreach (var move in wave)
        {
            var (machine, to) = (_machines[move.MachineId], _hosts[move.ToId]);
            Expect(before[move.MachineId] == move.FromId && to.Id != move.FromId, move, "starts elsewhere");
            Expect(to.ClusterId == machine.ClusterId && to.ConnectionState == "connected" && to.InMaintenanceMode != true, move, "goes where none may go");
            Expect(machine.BoundTo is null || machine.BoundTo.Contains(to.Name), move, "breaks a VM-Host rule");
            Expect(machine.MustRunOn is null || machine.MustRunOn.Contains(to.Name), move, "breaks a must rule");
            Expect(_hosts[move.FromId].ConnectionState == "connected", move, "leaves a host that does not respond");
            Expect(!_cluster.DistrustedIds.Contains(to.Id), move, "goes where machines at home were measured slow");
            Expect(machine.Settings.VirtualRdtsc != false, move, "has the raw TSC");
            Expect(maySlow || _cluster.IsSlow(machine.Id, move.FromId) || !_cluster.IsSlow(machine.Id, to.Id), move, "becomes slow");
            var (memory, cpu) = Demand(machine);
            _memory[to.Id] += memory;
            _cpu[to.Id] += cpu;
            At[machine.Id] = to.Id;
        }

        foreach (var move in wave)
        {
            Expect(_memory[move.ToId] <= (_hosts[move.ToId].MemoryBytes!.Value * 0.9) + 1
                && _cpu[move.ToId] <= (_hosts[move.ToId].CpuCapacityHz!.Value.Hertz * 0.9) + 1, move, "overfills its host");
            foreach (var rule in _cluster.Center.Clusters.SelectMany(cluster => cluster.VmRules ?? [])
                .Where(rule => rule.VirtualMachines.Contains(move.MachineId)))
            {
                var others = rule.VirtualMachines.Where(other => other != move.MachineId).ToList();
                Expect(rule.Kind == VmVmRuleKind.Affinity ? others.TrueForAll(other => At[other] == move.ToId)
                    : others.TrueForAll(other => At[other] != move.ToId && before[other] != move.ToId), move, $"breaks {rule.Name}");
            }
        }

        Expect(wave.Count <= waveSize, wave[0], "is in a wave too large");
        foreach (var move in wave)
        {
            var (memory, cpu) = Demand(_machines[move.MachineId]);
            _memory[move.FromId] -= memory;
            _cpu[move.FromId] -= cpu;
        }
    }

    private void Expect(bool holds, PlannedMove move, string fault)
    {
        if (!holds)
        {
            Faults.Add($"{move.Machine} {move.From} -> {move.To} (wave {move.Wave}) {fault}");
        }
    }
}
