namespace TimerProbe.Core.Placement;

/// <summary>Keeps a machine off the present and planned hosts of those it must be apart from: rules hold in any order of moves.</summary>
internal sealed class VmRules
{
    private readonly Dictionary<string, VirtualMachineFacts> _machines;
    private readonly AntiAffinity _apart;
    private readonly Dictionary<string, IReadOnlyList<string>> _together;

    public VmRules(IReadOnlyList<VmVmRule>? rules, IReadOnlyList<VirtualMachineFacts> machines)
    {
        HashSet<string> read = rules is null ? [] : machines.Select(machine => machine.Id).ToHashSet();
        _machines = rules is null ? [] : machines.Where(machine => machine.Placement != Facts.Placement.Off)
            .DistinctBy(machine => machine.Id).ToDictionary(machine => machine.Id);
        _apart = new AntiAffinity(rules, read);
        foreach (var machine in _machines.Values)
        {
            _apart.Put(machine.Id, machine.Host);
        }

        // One that is off is placed by DRS when it is powered on.
        _together = Joined((rules ?? []).Where(rule => rule.Kind == VmVmRuleKind.Affinity)
            .Select(rule => rule.VirtualMachines.Where(id => !read.Contains(id) || _machines.ContainsKey(id))));
    }

    public IReadOnlyList<string> With(string machine) => _together.TryGetValue(machine, out var all) ? all : [machine];

    public (IReadOnlyList<string> Hosts, MoveObstacle? Obstacle) HostsFor(IReadOnlyList<VirtualMachineFacts> movers)
    {
        IReadOnlyList<string> hosts = movers[0].HarmlessHosts;
        if (With(movers[0].Id) is { Count: > 1 } together)
        {
            foreach (var mover in movers.Skip(1))
            {
                hosts = [.. hosts.Intersect(mover.HarmlessHosts)];
            }

            foreach (var id in together.Except(movers.Select(machine => machine.Id)))
            {
                // One that stays must be on the host already; the host of one that was not read is unknown.
                var stays = _machines.GetValueOrDefault(id)?.Host;
                hosts = [.. hosts.Where(host => host == stays)];
            }

            if (hosts.Count == 0)
            {
                return (hosts, MoveObstacle.Affinity);
            }
        }

        hosts = [.. hosts.Where(host => _apart.Allows(movers, host))];
        return (hosts, hosts.Count == 0 ? MoveObstacle.AntiAffinity : null);
    }

    public void Choose(string machine, string host) => _apart.Put(machine, host);

    private static Dictionary<string, IReadOnlyList<string>> Joined(IEnumerable<IEnumerable<string>> groups)
    {
        var parents = new Dictionary<string, string>();
        foreach (var group in groups)
        {
            string? first = null;
            foreach (var id in group)
            {
                parents.TryAdd(id, id);
                parents[Root(id)] = first = Root(first ?? id);
            }
        }

        var joined = new Dictionary<string, IReadOnlyList<string>>();
        foreach (var together in parents.Keys.ToLookup(Root))
        {
            string[] all = [.. together.Order(StringComparer.Ordinal)];
            foreach (var id in all)
            {
                joined[id] = all;
            }
        }

        return joined;

        string Root(string id)
        {
            while (parents[id] != id)
            {
                // The way is halved for later searches.
                id = parents[id] = parents[parents[id]];
            }

            return id;
        }
    }
}
