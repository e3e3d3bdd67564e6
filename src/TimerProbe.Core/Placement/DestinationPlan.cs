namespace TimerProbe.Core.Placement;

/// <summary>
/// Chooses for each machine that is worth moving back where to: the host it was powered on at, else one of its harmless hosts, so that what
/// a report proposes as a whole burdens no host beyond its share of free CPU and memory, and breaks no rule between machines.
/// </summary>
public static class DestinationPlan
{
    /// <summary>
    /// The vCenter, placed and guests' results joined, with a destination for each machine that is to be moved, or what leaves none, and
    /// neither for the others.
    /// </summary>
    public static VCenterFacts Apply(VCenterFacts vcenter, FrequencyRules rules)
    {
        var chosen = new Dictionary<string, string>(StringComparer.Ordinal);
        var obstacles = new Dictionary<string, MoveObstacle>(StringComparer.Ordinal);
        var unreachable = vcenter.Hosts.Where(host => !host.IsReachable).Select(host => host.Id).ToHashSet(StringComparer.Ordinal);
        var worthMoving = vcenter.VirtualMachines
            .Where(IsWorthMoving).ToLookup(machine => machine.HostId is { } id && unreachable.Contains(id));
        foreach (var machine in worthMoving[true])
        {
            obstacles[machine.Id] = MoveObstacle.HostUnreachable;
        }

        var named = vcenter.Hosts.ToLookup(host => (host.Name, host.ClusterId));
        foreach (var cluster in worthMoving[false].GroupBy(machine => machine.ClusterId, StringComparer.Ordinal))
        {
            var hosts = new HostShares(vcenter.Hosts.Where(host => host.ClusterId == cluster.Key));
            var vmRules = new VmRules(vcenter.Clusters.FirstOrDefault(each => each.Id == cluster.Key)?.VmRules, vcenter.VirtualMachines);
            var groups = GroupsOf(cluster, vmRules);
            foreach (var group in groups.Where(group => group.TrueForAll(CanGoHome)))
            {
                var home = group[0].HomeHost!;
                if (group.TrueForAll(machine => machine.HomeHost == home) && hosts.HasRoom(home, group)
                    && vmRules.HostsFor(group).Hosts.Contains(home, StringComparer.Ordinal))
                {
                    Choose(group, vmRules, hosts.Send(home, group));
                }
            }

            foreach (var group in groups.Where(group => !chosen.ContainsKey(group[0].Id)))
            {
                var (left, obstacle) = vmRules.HostsFor(group);
                if (obstacle is { } none)
                {
                    group.ForEach(machine => obstacles[machine.Id] = none);
                    continue;
                }

                // A host that scales is harmless, but one of the home's frequency is so without anything expected of it.
                var same = left.Where(host => HasFrequency(host, group[0]) && hosts.HasRoom(host, group)).ToList();
                Choose(group, vmRules, hosts.SendToOneOf(same.Count > 0 ? same : left, group));
            }
        }

        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(Planned)] };

        bool HasFrequency(string name, VirtualMachineFacts machine) => named[(name, machine.ClusterId)].Any(host =>
            host.Hz is { } hz && machine.HomeHz is { } home && rules.IsHarmless(hz, home));

        void Choose(List<VirtualMachineFacts> group, VmRules vmRules, string host)
        {
            foreach (var machine in group)
            {
                chosen[machine.Id] = host;
                vmRules.Choose(machine.Id, host);
            }
        }

        VirtualMachineFacts Planned(VirtualMachineFacts machine)
        {
            var host = chosen.GetValueOrDefault(machine.Id);
            MoveObstacle? obstacle = obstacles.TryGetValue(machine.Id, out var found) ? found : null;
            return host == machine.Destination && obstacle == machine.MoveObstacle
                ? machine
                : machine with { Destination = host, MoveObstacle = obstacle };
        }
    }

    /// <summary>Whether a machine may be moved to the very host it was powered on at.</summary>
    public static bool CanGoHome(VirtualMachineFacts machine) =>
        machine.HomeHost is { } home && machine.HarmlessHosts.Contains(home, StringComparer.Ordinal);

    /// <summary>
    /// The host to which a machine had best be moved: the plan's choice, else, in a document that has none, its own home or its first
    /// harmless host; null when there is none, or rules leave none.
    /// </summary>
    public static string? DestinationOf(VirtualMachineFacts machine) =>
        machine is not { IsSlowAway: true, MoveObstacle: null } ? null
        : machine.Destination ?? (CanGoHome(machine) ? machine.HomeHost : machine.HarmlessHosts is [var first, ..] ? first : null);

    /// <summary>Whether a machine is worth moving back, there is where to, and nothing was found that leaves none of these hosts.</summary>
    public static bool IsToBeMoved(VirtualMachineFacts machine) => machine.MoveObstacle is null && IsWorthMoving(machine);

    /// <summary>A machine with the raw TSC jumps in time with each move, and one that is not known to be slow gains nothing.</summary>
    private static bool IsWorthMoving(VirtualMachineFacts machine) =>
        machine is { IsSlowAway: true, HarmlessHosts.Count: > 0, Settings.VirtualRdtsc: not false };

    /// <summary>The machines that are to be moved, those together that rules keep together; in the order of their ids.</summary>
    private static List<List<VirtualMachineFacts>> GroupsOf(IEnumerable<VirtualMachineFacts> machines, VmRules rules)
    {
        var groups = machines.DistinctBy(machine => machine.Id, StringComparer.Ordinal)
            .OrderBy(machine => machine.Id, StringComparer.Ordinal)
            .GroupBy(machine => rules.With(machine.Id)[0], StringComparer.Ordinal);
        return [.. groups.Select(group => group.ToList())];
    }
}

/// <summary>Where a machine that is away could go when its own cluster has no host of its home's frequency.</summary>
public static class OtherClusters
{
    /// <summary>
    /// The usable hosts of a machine's home frequency, or that scale the TSC, in other clusters of its datacenter, by name; where its
    /// datastores and networks were read, those that have all of them. None for a machine that is not slow, nor expected to be, or
    /// has such a host in its own cluster.
    /// </summary>
    public static IEnumerable<HostFacts> HostsFor(VirtualMachineFacts machine, VCenterFacts vcenter, FrequencyRules rules)
    {
        return machine is { IsSlowAway: true, HarmlessHosts.Count: 0, HomeHz: { } home }
            && vcenter.Hosts.All(host => host.Id != machine.HostId || host.IsReachable)
            ? vcenter.Hosts.Where(IsUsable).OrderBy(host => host.Name, StringComparer.Ordinal)
            : [];

        bool IsUsable(HostFacts host) => host is { Cluster: not null, TakesMachines: true, Hz: { } hz }
            && host.ClusterId != machine.ClusterId && host.Datacenter == machine.Datacenter
            && (rules.IsHarmless(hz, home) || host.TscScaling == TscScaling.Yes)
            && machine.HostsElsewhere?.Contains(host.Name, StringComparer.Ordinal) != false;
    }

    /// <summary>
    /// The vCenter, its machines with the hosts elsewhere that have all of their datastores and networks, given by managed object ids; none
    /// of a machine or host that is not among these.
    /// </summary>
    public static VCenterFacts Fill(
        VCenterFacts vcenter, FrequencyRules rules, IReadOnlyDictionary<string, IReadOnlySet<string>> attached)
    {
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(WithHosts)] };

        VirtualMachineFacts WithHosts(VirtualMachineFacts machine)
        {
            if (attached.GetValueOrDefault(machine.Id) is not { } needed)
            {
                return machine;
            }

            var hosts = HostsFor(machine, vcenter, rules).Where(host => attached.GetValueOrDefault(host.Id)?.IsSupersetOf(needed) == true);
            return machine with { HostsElsewhere = [.. hosts.Select(host => host.Name)] };
        }
    }
}

/// <summary>
/// What a report sends to the hosts of one cluster. The next machine goes where the least was sent for the free CPU and memory
/// there is, the scarcer of the two (Adams' method of apportionment), so that no host that is chosen has more than its share of all
/// that is sent, rounded up. A host that has no room left for a machine's memory comes last.
/// </summary>
internal sealed class HostShares
{
    private readonly Free _cpu;
    private readonly Free _memory;
    private readonly Dictionary<string, int> _sent = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _sentMemory = new(StringComparer.Ordinal);

    public HostShares(IEnumerable<HostFacts> hosts)
    {
        var named = hosts.DistinctBy(host => host.Name, StringComparer.Ordinal).ToList();
        _cpu = new Free(named, host => host.CpuCapacityHz?.Hertz, host => host.CpuUsageHz?.Hertz);
        _memory = new Free(named, host => host.MemoryBytes, host => host.MemoryUsageBytes);
    }

    public string Send(string host, IReadOnlyCollection<VirtualMachineFacts> machines)
    {
        _sent[host] = _sent.GetValueOrDefault(host) + machines.Count;
        _sentMemory[host] = _sentMemory.GetValueOrDefault(host) + machines.Sum(machine => (double)(machine.MemoryBytes ?? 0));
        return host;
    }

    /// <summary>Whether the memory of these machines is free there, beside what was sent; so it is where memory is not reported.</summary>
    public bool HasRoom(string host, IEnumerable<VirtualMachineFacts> machines) =>
        _memory.Of(host) is not { } free
            || machines.Sum(machine => (double)(machine.MemoryBytes ?? 0)) <= free - _sentMemory.GetValueOrDefault(host);

    /// <summary>
    /// Sends what goes together to the least burdened of some hosts, of equal ones to the first by name. Memory that is not free is
    /// shared: where none has room, the host that the first was powered on at is as good as any.
    /// </summary>
    public string SendToOneOf(IReadOnlyList<string> hosts, IReadOnlyList<VirtualMachineFacts> together)
    {
        if (together[0].HomeHost is { } home && hosts.Contains(home, StringComparer.Ordinal) && !hosts.Any(host => HasRoom(host, together)))
        {
            return Send(home, together);
        }

        var least = hosts.OrderBy(host => HasRoom(host, together) ? Burden(host) : double.PositiveInfinity)
            .ThenBy(host => _sent.GetValueOrDefault(host))
            .ThenBy(host => host, StringComparer.Ordinal)
            .First();
        return Send(least, together);
    }

    private double Burden(string host)
    {
        var sent = _sent.GetValueOrDefault(host);
        return Math.Max(_cpu.Burden(host, sent), _memory.Burden(host, sent));
    }

    private sealed class Free
    {
        private readonly Dictionary<string, double> _of;
        private readonly double _usual;

        public Free(IEnumerable<HostFacts> hosts, Func<HostFacts, long?> capacity, Func<HostFacts, long?> usage)
        {
            _of = hosts.Where(host => capacity(host) is not null && usage(host) is not null)
                .ToDictionary(host => host.Name, host => Math.Max(0.0, capacity(host)!.Value - usage(host)!.Value), StringComparer.Ordinal);
            _usual = _of.Count > 0 && _of.Values.Average() is var average and > 0 ? average : 1;
        }

        /// <summary>How much; null where the host does not report it.</summary>
        public double? Of(string host) => _of.TryGetValue(host, out var free) ? free : null;

        /// <summary>What no host reports burdens none. One without it counts as the average; one with nothing free is last.</summary>
        public double Burden(string host, int sent) =>
            _of.Count == 0 ? 0
            : (Of(host) ?? _usual) is var left and > 0 ? sent * _usual / left
            : double.PositiveInfinity;
    }
}
