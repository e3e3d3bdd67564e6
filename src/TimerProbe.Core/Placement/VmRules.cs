namespace TimerProbe.Core.Placement;

/// <summary>
/// The DRS rules between the running machines of one cluster, while destinations are chosen. A machine is kept off the hosts
/// where those it is to be apart from are now and where they are to be moved, so that no rule is broken whichever of the
/// moves are made and in whatever order; machines that are to be together move together.
/// </summary>
internal sealed class VmRules
{
    private readonly Dictionary<string, VirtualMachineFacts> _machines;
    private readonly AntiAffinity _apart;
    private readonly Dictionary<string, IReadOnlyList<string>> _together;

    /// <summary>The rules are of the cluster, the machines all that were read.</summary>
    public VmRules(IReadOnlyList<VmVmRule>? rules, IReadOnlyList<VirtualMachineFacts> machines)
    {
        HashSet<string> read = rules is null ? [] : machines.Select(machine => machine.Id).ToHashSet(StringComparer.Ordinal);
        _machines = rules is null ? [] : machines.Where(machine => machine.Placement != Facts.Placement.Off)
            .DistinctBy(machine => machine.Id, StringComparer.Ordinal).ToDictionary(machine => machine.Id, StringComparer.Ordinal);
        _apart = new AntiAffinity(rules, read);
        foreach (var machine in _machines.Values)
        {
            _apart.Put(machine.Id, machine.Host);
        }

        // One that is off is placed by DRS when it is powered on.
        _together = Joined((rules ?? []).Where(rule => rule.Kind == VmVmRuleKind.Affinity)
            .Select(rule => rule.VirtualMachines.Where(id => !read.Contains(id) || _machines.ContainsKey(id))));
    }

    /// <summary>
    /// The ids of the machines that are to be on one host with this one, itself among them, in their order; the same list for each of them.
    /// </summary>
    public IReadOnlyList<string> With(string machine) => _together.TryGetValue(machine, out var all) ? all : [machine];

    /// <summary>The hosts that rules leave to all machines that belong together and are to be moved, and what left none.</summary>
    public (IReadOnlyList<string> Hosts, MoveObstacle? Obstacle) HostsFor(IReadOnlyList<VirtualMachineFacts> movers)
    {
        IReadOnlyList<string> hosts = movers[0].HarmlessHosts;
        if (With(movers[0].Id) is { Count: > 1 } together)
        {
            foreach (var mover in movers.Skip(1))
            {
                hosts = [.. hosts.Intersect(mover.HarmlessHosts, StringComparer.Ordinal)];
            }

            foreach (var id in together.Except(movers.Select(machine => machine.Id), StringComparer.Ordinal))
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

    /// <summary>Those that groups have in common belong together (union-find): each group and each machine is looked at once.</summary>
    private static Dictionary<string, IReadOnlyList<string>> Joined(IEnumerable<IEnumerable<string>> groups)
    {
        var parents = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var group in groups)
        {
            string? first = null;
            foreach (var id in group)
            {
                parents.TryAdd(id, id);
                parents[Root(id)] = first = Root(first ?? id);
            }
        }

        var joined = new Dictionary<string, IReadOnlyList<string>>(StringComparer.Ordinal);
        foreach (var together in parents.Keys.ToLookup(Root, StringComparer.Ordinal))
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

/// <summary>The members of each rule that keeps machines apart, by the hosts where they are, or may come to be.</summary>
internal sealed class AntiAffinity
{
    private readonly ILookup<string, Members> _rules;

    /// <summary>A member that was not read may be anywhere.</summary>
    public AntiAffinity(IReadOnlyList<VmVmRule>? rules, HashSet<string> read) =>
        _rules = (rules ?? []).Where(rule => rule.Kind == VmVmRuleKind.AntiAffinity)
            .Select(rule => (Ids: rule.VirtualMachines.Distinct(StringComparer.Ordinal), Members: new Members()))
            .SelectMany(rule => rule.Ids
                .Select(id => (Id: id, Members: read.Contains(id) ? rule.Members : rule.Members.Put(id, host: null))))
            .ToLookup(each => each.Id, each => each.Members, StringComparer.Ordinal);

    /// <summary>Says where a member is or may be, besides what was said before; null for anywhere.</summary>
    public void Put(string machine, string? host)
    {
        foreach (var members in _rules[machine])
        {
            members.Put(machine, host);
        }
    }

    /// <summary>Takes back that a member is on a host.</summary>
    public void Take(string machine, string host)
    {
        foreach (var members in _rules[machine])
        {
            members.Take(machine, host);
        }
    }

    /// <summary>
    /// Whether machines that go to a host together meet no other there, nor each other, that a rule keeps them apart from.
    /// </summary>
    public bool Allows(IReadOnlyList<VirtualMachineFacts> machines, string host)
    {
        var met = new HashSet<Members>();
        return machines.All(machine => _rules[machine.Id].All(members => met.Add(members) && members.IsFree(host, machine.Id)));
    }

    private sealed class Members
    {
        private readonly HashSet<string> _anywhere = new(StringComparer.Ordinal);
        private readonly Dictionary<string, HashSet<string>> _at = new(StringComparer.Ordinal);

        public Members Put(string machine, string? host)
        {
            if (host is not null && !_at.ContainsKey(host))
            {
                _at[host] = new HashSet<string>(StringComparer.Ordinal);
            }

            (host is null ? _anywhere : _at[host]).Add(machine);
            return this;
        }

        public void Take(string machine, string host) => _at.GetValueOrDefault(host)?.Remove(machine);

        public bool IsFree(string host, string machine) =>
            IsEmptyBut(_anywhere, machine) && (!_at.TryGetValue(host, out var there) || IsEmptyBut(there, machine));

        private static bool IsEmptyBut(HashSet<string> set, string machine) => set.Count == (set.Contains(machine) ? 1 : 0);
    }
}
