using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;

namespace TimerProbe.Core.Planning;

/// <summary>
/// Where the machines of a cluster are while a plan unfolds. Within a wave a machine that moves counts on both of its hosts, for room
/// and for rules, since the moves of a wave may end in any order.
/// </summary>
internal sealed class ClusterState
{
    private readonly PlannedCenter _center;
    private readonly double _fill;
    private readonly Dictionary<string, Demand> _used = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _at = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _leaving = new(StringComparer.Ordinal);
    private readonly Dictionary<string, VirtualMachineFacts> _running;
    private readonly ILookup<string, VmVmRule> _apart;
    private readonly HashSet<string> _read;
    private readonly VmRules _rules;

    public ClusterState(PlannedCenter center, string cluster, double fillPercent)
    {
        _center = center;
        _fill = fillPercent / 100;
        Hosts = [.. center.HostsOf(cluster)];
        var facts = center.Facts.Clusters.FirstOrDefault(each => each.Id == cluster);
        _running = Hosts.SelectMany(host => center.RunningOn[host.Id]).ToDictionary(machine => machine.Id, StringComparer.Ordinal);
        foreach (var host in Hosts)
        {
            var machines = center.RunningOn[host.Id].ToList();
            var demand = machines.Aggregate(default(Demand), (sum, machine) => sum + center.DemandOf(machine));
            _used[host.Id] = new Demand(host.MemoryUsageBytes ?? demand.Memory, host.CpuUsageHz?.Hertz ?? demand.Cpu);
            machines.ForEach(machine => _at[machine.Id] = host.Id);
        }

        _rules = new VmRules(facts?.VmRules, center.Facts.VirtualMachines);
        _read = facts?.VmRules is null ? [] : center.Facts.VirtualMachines.Select(machine => machine.Id).ToHashSet(StringComparer.Ordinal);
        _apart = (facts?.VmRules ?? []).Where(rule => rule.Kind == VmVmRuleKind.AntiAffinity)
            .SelectMany(rule => rule.VirtualMachines.Distinct(StringComparer.Ordinal).Select(id => (Id: id, Rule: rule)))
            .ToLookup(each => each.Id, each => each.Rule, StringComparer.Ordinal);
    }

    public IReadOnlyList<HostFacts> Hosts { get; }

    public string HostOf(VirtualMachineFacts machine) => _at[machine.Id];

    public IEnumerable<VirtualMachineFacts> On(string host) => _running.Values.Where(machine => _at[machine.Id] == host);

    /// <summary>The machines that rules keep on one host with this one, itself first; null when one is not seen: none may move.</summary>
    public List<VirtualMachineFacts>? With(VirtualMachineFacts machine)
    {
        var group = new List<VirtualMachineFacts> { machine };
        foreach (var id in _rules.With(machine.Id).Where(id => id != machine.Id).Order(StringComparer.Ordinal))
        {
            if (!_running.TryGetValue(id, out var other))
            {
                return null;
            }

            group.Add(other);
        }

        return group;
    }

    /// <summary>What is free up to the bound; infinite where the host does not report it.</summary>
    public Demand Room(HostFacts host) => new(
        host.MemoryBytes is { } memory ? (memory * _fill) - _used[host.Id].Memory : double.PositiveInfinity,
        host.CpuCapacityHz is { } cpu ? (cpu.Hertz * _fill) - _used[host.Id].Cpu : double.PositiveInfinity);

    public Demand DemandOn(IEnumerable<VirtualMachineFacts> group, HostFacts host) =>
        group.Where(machine => _at[machine.Id] != host.Id).Aggregate(default(Demand), (sum, machine) => sum + _center.DemandOf(machine));

    public bool HasRoom(IEnumerable<VirtualMachineFacts> group, HostFacts host) =>
        Room(host) is var room && DemandOn(group, host) is var demand && demand.Memory <= room.Memory && demand.Cpu <= room.Cpu;

    /// <summary>The share of the free room that a group takes, the scarcer of the two; smaller is better.</summary>
    public double Burden(IEnumerable<VirtualMachineFacts> group, HostFacts host)
    {
        var (room, demand) = (Room(host), DemandOn(group, host));
        return Math.Max(Of(demand.Memory, room.Memory), Of(demand.Cpu, room.Cpu));

        static double Of(double demand, double room) =>
            double.IsPositiveInfinity(room) ? 0 : demand <= 0 ? 0 : room <= 0 ? double.PositiveInfinity : demand / room;
    }

    /// <summary>Whether a group on a host breaks no rule that keeps machines apart, whichever of the wave's moves are done.</summary>
    public bool IsApart(IReadOnlyCollection<VirtualMachineFacts> group, string host) =>
        group.All(machine => _apart[machine.Id].All(rule =>
            rule.VirtualMachines.All(other => other == machine.Id || !IsAt(other, host))
                && group.Count(each => rule.VirtualMachines.Contains(each.Id, StringComparer.Ordinal)) == 1));

    public void Move(VirtualMachineFacts machine, HostFacts host)
    {
        _leaving[machine.Id] = _at[machine.Id];
        _at[machine.Id] = host.Id;
        _used[host.Id] += _center.DemandOf(machine);
    }

    /// <summary>Frees on each host what left it.</summary>
    public void EndWave()
    {
        foreach (var (id, host) in _leaving)
        {
            _used[host] -= _center.DemandOf(_running[id]);
        }

        _leaving.Clear();
    }

    public PlannedMove MoveOf(
        VirtualMachineFacts machine, HostFacts from, HostFacts to, int wave, MoveReason reason, PlannedClock before) => new(
        _center.Facts.Server,
        machine.Name,
        machine.Id,
        machine.Cluster ?? from.Cluster,
        from.Name,
        from.Id,
        to.Name,
        to.Id,
        wave,
        reason,
        before,
        _center.On(machine, to),
        (long)_center.DemandOf(machine).Memory,
        (long)_center.DemandOf(machine).Cpu,
        machine.InstanceUuid);

    private bool IsAt(string other, string host) =>
        !_read.Contains(other) || (_running.ContainsKey(other) && (_at[other] == host || _leaving.GetValueOrDefault(other) == host));
}
