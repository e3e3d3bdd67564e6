using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Chooses for each machine that is worth moving back where to: the host it was powered on at, else one of its harmless hosts, so that
/// what a report proposes as a whole burdens no host beyond its share and breaks no
/// rule between machines. A share goes by free CPU and memory.
/// </summary>
public static class DestinationPlan
{
    /// <summary>
    /// The vCenter with a destination for each machine that is to be moved, or what leaves none, and neither for the others.
    /// </summary>
    /// <param name="vcenter">The vCenter, its machines placed and guests' results joined.</param>
    /// <param name="rules">How frequencies are compared.</param>
    public static VCenterFacts Apply(VCenterFacts vcenter, FrequencyRules rules)
    {
        var scaling = new ScalingEvidence(vcenter, rules);
        var chosen = new Dictionary<string, string>(StringComparer.Ordinal);
        var obstacles = new Dictionary<string, MoveObstacle>(StringComparer.Ordinal);
        foreach (var cluster in vcenter.VirtualMachines.Where(machine => IsWorthMoving(machine, scaling))
            .GroupBy(machine => machine.ClusterId, StringComparer.Ordinal))
        {
            var hosts = new HostShares(vcenter.Hosts.Where(host => host.ClusterId == cluster.Key));
            var vmRules = new VmRules(vcenter.Clusters.FirstOrDefault(each => each.Id == cluster.Key)?.VmRules, vcenter.VirtualMachines);
            var groups = GroupsOf(cluster, vmRules);
            foreach (var group in groups.Where(group => group.TrueForAll(CanGoHome)))
            {
                var home = group[0].HomeHost!;
                if (group.TrueForAll(machine => machine.HomeHost == home)
                    && hosts.HasRoom(home, group)
                    && vmRules.HostsFor(group).Hosts.Contains(home, StringComparer.Ordinal))
                {
                    Choose(group, vmRules, machine => hosts.Send(home, machine));
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

                var first = hosts.SendToOneOf(left, group[0]);
                Choose(group[..1], vmRules, _ => first);
                Choose(group[1..], vmRules, machine => hosts.Send(first, machine));
            }
        }

        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(Planned)] };

        void Choose(List<VirtualMachineFacts> group, VmRules vmRules, Func<VirtualMachineFacts, string> send)
        {
            foreach (var machine in group)
            {
                chosen[machine.Id] = send(machine);
                vmRules.Choose(machine.Id, chosen[machine.Id]);
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
    /// The host to which a machine had best be moved: the plan's choice, else, in a document that has none, its
    /// own home or its first harmless host; null when there is none, or rules leave none.
    /// </summary>
    public static string? DestinationOf(
        VirtualMachineFacts machine) => machine is not { Placement: Facts.Placement.Away, MoveObstacle: null } ? null
        : machine.Destination ?? (CanGoHome(machine) ? machine.HomeHost : machine.HarmlessHosts is [var first, ..] ? first : null);

    /// <summary>Whether a machine is worth moving back, there is where to, and nothing was found that leaves none of these hosts.</summary>
    public static bool IsToBeMoved(VirtualMachineFacts machine, ScalingEvidence scaling) =>
        machine.MoveObstacle is null && IsWorthMoving(machine, scaling);

    /// <summary>
    /// Each further move of a machine with the raw TSC makes its time jump once more, and one that is fast gains nothing.
    /// </summary>
    private static bool IsWorthMoving(VirtualMachineFacts machine, ScalingEvidence scaling) =>
        machine.HarmlessHosts.Count > 0 && scaling.ExpectsSlow(machine);

    /// <summary>The machines that are to be moved, those together that rules keep together; in the order of their ids.</summary>
    private static List<List<VirtualMachineFacts>> GroupsOf(IEnumerable<VirtualMachineFacts> machines, VmRules rules)
    {
        var byId = machines.DistinctBy(machine => machine.Id, StringComparer.Ordinal)
            .OrderBy(machine => machine.Id, StringComparer.Ordinal)
            .ToList();
        return [
            .. byId.GroupBy(machine => rules.With(machine.Id).Min(StringComparer.Ordinal), StringComparer.Ordinal)
                .Select(group => group.ToList())
        ];
    }
}
