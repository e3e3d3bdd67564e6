namespace TimerProbe.Core.Planning;

/// <summary>Where a cluster's machines are. In a wave a moving one counts on both hosts, since its moves may end in any order.</summary>
internal sealed class ClusterState
{
    private readonly PlannedCenter _center;
    private readonly double _fill;
    private readonly Dictionary<string, Demand> _used = [];
    private readonly Dictionary<string, string> _at = [];
    private readonly Dictionary<string, SortedSet<int>> _on = [];
    private readonly Dictionary<string, int> _places = [];
    private readonly List<VirtualMachineFacts> _all;
    private readonly Dictionary<string, string> _leaving = [];
    private readonly Dictionary<string, VirtualMachineFacts> _running;
    private readonly AntiAffinity _apart;
    private readonly VmRules _rules;
    private readonly Dictionary<IReadOnlyList<string>, HashSet<string>> _open = [];

    public ClusterState(PlannedCenter center, string cluster, double fillPercent)
    {
        _center = center;
        _fill = fillPercent / 100;
        Hosts = [.. center.GetHosts(cluster)];
        var facts = center.Facts.Clusters.FirstOrDefault(item => item.Id == cluster);
        _all = [.. Hosts.SelectMany(host => center.RunningOn[host.Id])];
        _running = _all.ToDictionary(machine => machine.Id);
        _apart = new AntiAffinity(facts?.VmRules, center.Facts.VirtualMachines.Select(machine => machine.Id).ToHashSet());
        foreach (var host in Hosts)
        {
            var machines = center.RunningOn[host.Id].ToList();
            var demand = machines.Aggregate(default(Demand), (sum, machine) => sum + center.GetDemand(machine));
            _used[host.Id] = new Demand(host.MemoryUsageBytes ?? demand.Memory, host.CpuUsageHz?.Hertz ?? demand.Cpu);
            _on[host.Id] = [];
            foreach (var machine in machines)
            {
                _on[host.Id].Add(_places[machine.Id] = _places.Count);
                _at[machine.Id] = host.Id;
                _apart.Put(machine.Id, host.Id);
            }
        }

        _rules = new VmRules(facts?.VmRules, center.Facts.VirtualMachines);
    }

    public IReadOnlyList<HostFacts> Hosts { get; }

    public string GetHost(VirtualMachineFacts machine) => _at[machine.Id];

    public IEnumerable<VirtualMachineFacts> On(string host) => _on[host].Select(place => _all[place]);

    public IReadOnlyList<string> IdsWith(VirtualMachineFacts machine) => _rules.With(machine.Id);

    /// <summary>The machines that rules keep on one host with this one, itself first; null when one is unseen: none may move.</summary>
    public List<VirtualMachineFacts>? With(VirtualMachineFacts machine)
    {
        var group = new List<VirtualMachineFacts> { machine };
        foreach (var id in IdsWith(machine).Where(id => id != machine.Id))
        {
            if (!_running.TryGetValue(id, out var other))
            {
                return null;
            }

            group.Add(other);
        }

        return group;
    }

    public bool MayPropose(VirtualMachineFacts machine, HostFacts host)
    {
        var ids = IdsWith(machine);
        if (ids.Count == 1)
        {
            return _center.MayPropose([machine], host);
        }

        if (!_open.TryGetValue(ids, out var open))
        {
            _open[ids] = open = With(machine) is not { } group ? []
                : Hosts.Where(item => _center.MayPropose(group, item)).Select(item => item.Id).ToHashSet();
        }

        return open.Contains(host.Id);
    }

    public Demand Room(HostFacts host) => new(
        host.MemoryBytes is { } memory ? (memory * _fill) - _used[host.Id].Memory : double.PositiveInfinity,
        host.CpuCapacityHz is { } cpu ? (cpu.Hertz * _fill) - _used[host.Id].Cpu : double.PositiveInfinity);

    public Demand DemandOn(IEnumerable<VirtualMachineFacts> group, HostFacts host) =>
        group.Where(machine => _at[machine.Id] != host.Id).Aggregate(default(Demand), (sum, machine) => sum + _center.GetDemand(machine));

    public bool HasRoom(IEnumerable<VirtualMachineFacts> group, HostFacts host) => DemandOn(group, host).FitsInto(Room(host));

    public double Burden(IEnumerable<VirtualMachineFacts> group, HostFacts host)
    {
        var (room, demand) = (Room(host), DemandOn(group, host));
        return Math.Max(Of(demand.Memory, room.Memory), Of(demand.Cpu, room.Cpu));

        static double Of(double demand, double room) =>
            double.IsPositiveInfinity(room) ? 0 : demand <= 0 ? 0 : room <= 0 ? double.PositiveInfinity : demand / room;
    }

    public bool IsApart(IReadOnlyList<VirtualMachineFacts> group, string host) => _apart.Allows(group, host);

    public PlannedMove Move(VirtualMachineFacts machine, HostFacts to, int wave, MoveReason reason)
    {
        var (from, demand) = (Hosts.First(host => host.Id == _at[machine.Id]), _center.GetDemand(machine));
        if (_leaving.TryGetValue(machine.Id, out var left))
        {
            _apart.Take(machine.Id, left);
        }

        _leaving[machine.Id] = from.Id;
        Put(machine, to.Id);
        _apart.Put(machine.Id, to.Id);
        _used[to.Id] += demand;
        return new PlannedMove(
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
            Before: _center.On(machine, from),
            After: _center.On(machine, to),
            (long)demand.Memory,
            (long)demand.Cpu,
            machine.InstanceUuid);
    }

    public void Undo(VirtualMachineFacts machine)
    {
        var host = _at[machine.Id];
        _used[host] -= _center.GetDemand(machine);
        _apart.Take(machine.Id, host);
        Put(machine, _leaving[machine.Id]);
        _leaving.Remove(machine.Id);
    }

    private void Put(VirtualMachineFacts machine, string host)
    {
        _on[_at[machine.Id]].Remove(_places[machine.Id]);
        _on[host].Add(_places[machine.Id]);
        _at[machine.Id] = host;
    }

    public void EndWave()
    {
        foreach (var (id, host) in _leaving)
        {
            _used[host] -= _center.GetDemand(_running[id]);
            if (_at[id] != host)
            {
                _apart.Take(id, host);
            }
        }

        _leaving.Clear();
    }
}
