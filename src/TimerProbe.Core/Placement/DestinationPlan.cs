namespace TimerProbe.Core.Placement;

/// <summary>
/// Chooses for each machine that is worth moving back where to: the host it was powered on at, else one of its harmless hosts,
/// so that what a report proposes as a whole burdens no host beyond its share of free CPU and memory, and breaks no rule between
/// machines.
/// </summary>
public static class DestinationPlan
{
    public static VCenterFacts Apply(VCenterFacts vcenter, FrequencyRules rules)
    {
        var chosen = new Dictionary<string, string>();
        var obstacles = new Dictionary<string, MoveObstacle>();
        var unreachable = vcenter.Hosts.Where(host => !host.IsReachable).Select(host => host.Id).ToHashSet();
        var worthMoving = vcenter.VirtualMachines
            .Where(IsWorthMoving).ToLookup(machine => machine.HostId is { } id && unreachable.Contains(id));
        foreach (var machine in worthMoving[true])
        {
            obstacles[machine.Id] = MoveObstacle.HostUnreachable;
        }

        var named = vcenter.Hosts.ToLookup(host => (host.Name, host.ClusterId));
        foreach (var cluster in worthMoving[false].GroupBy(machine => machine.ClusterId))
        {
            var hosts = new HostShares(vcenter.Hosts.Where(host => host.ClusterId == cluster.Key));
            var vmRules = new VmRules(vcenter.Clusters.FirstOrDefault(item => item.Id == cluster.Key)?.VmRules, vcenter.VirtualMachines);
            var groups = GetGroups(cluster, vmRules);
            foreach (var group in groups.Where(group => group.TrueForAll(CanGoHome)))
            {
                var home = group[0].HomeHost!;
                if (group.TrueForAll(machine => machine.HomeHost == home) && hosts.HasRoom(home, group)
                    && vmRules.HostsFor(group).Hosts.Contains(home))
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
                Choose(group, vmRules, hosts.FindOneForAll(same.Count > 0 ? same : left, group));
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

    public static bool CanGoHome(VirtualMachineFacts machine) => machine.HomeHost is { } home && machine.HarmlessHosts.Contains(home);

    /// <summary>
    /// The host to which a machine had best be moved: the plan's choice, else, in a document that has none, its own home or its
    /// first harmless host; null when there is none, or rules leave none.
    /// </summary>
    public static string? GetDestination(VirtualMachineFacts machine) =>
        machine is not { IsSlowAway: true, MoveObstacle: null, ManagedBy: null } ? null
        : machine.Destination ?? (CanGoHome(machine) ? machine.HomeHost : machine.HarmlessHosts is [var first, ..] ? first : null);

    public static bool IsToBeMoved(VirtualMachineFacts machine) =>
        machine is { MoveObstacle: null, ManagedBy: null } && IsWorthMoving(machine);

    private static bool IsWorthMoving(VirtualMachineFacts machine) =>
        machine is { IsSlowAway: true, HarmlessHosts.Count: > 0, Settings.VirtualRdtsc: not false };

    private static List<List<VirtualMachineFacts>> GetGroups(IEnumerable<VirtualMachineFacts> machines, VmRules rules)
    {
        var groups = machines.DistinctBy(machine => machine.Id)
            .OrderBy(machine => machine.Id, StringComparer.Ordinal)
            .GroupBy(machine => rules.With(machine.Id)[0]);
        return [.. groups.Select(group => group.ToList())];
    }
}
