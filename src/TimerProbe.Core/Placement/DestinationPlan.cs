using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Chooses for each machine that is worth moving back where to: the host it was powered on at, else one of its harmless hosts, so that
/// what a report proposes as a whole burdens no host beyond its share. A share goes by free CPU.
/// </summary>
public static class DestinationPlan
{
    /// <summary>The vCenter with a destination for each machine that is to be moved, and none for the others.</summary>
    /// <param name="vcenter">The vCenter, its machines placed and guests' results joined.</param>
    /// <param name="rules">How frequencies are compared.</param>
    public static VCenterFacts Apply(VCenterFacts vcenter, FrequencyRules rules)
    {
        var scaling = new ScalingEvidence(vcenter, rules);
        var chosen = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var cluster in vcenter.VirtualMachines.Where(machine => IsToBeMoved(machine, scaling)).GroupBy(machine => machine.ClusterId, StringComparer.Ordinal))
        {
            var hosts = new HostShares(vcenter.Hosts.Where(host => host.ClusterId == cluster.Key));
            var machines = cluster.DistinctBy(machine => machine.Id, StringComparer.Ordinal).OrderBy(machine => machine.Id, StringComparer.Ordinal).ToLookup(CanGoHome);
            foreach (var machine in machines[true])
            {
                chosen[machine.Id] = hosts.Send(machine.HomeHost!);
            }

            foreach (var machine in machines[false])
            {
                chosen[machine.Id] = hosts.SendToOneOf(machine.HarmlessHosts);
            }
        }

        return vcenter with
        {
            VirtualMachines = [.. vcenter.VirtualMachines.Select(machine =>
                chosen.GetValueOrDefault(machine.Id) is var host && host == machine.Destination ? machine : machine with { Destination = host })],
        };
    }

    /// <summary>Whether a machine may be moved to the very host it was powered on at.</summary>
    public static bool CanGoHome(VirtualMachineFacts machine) => machine.HomeHost is { } home && machine.HarmlessHosts.Contains(home, StringComparer.Ordinal);

    /// <summary>
    /// Whether a machine is worth moving back and there is where to: each further move of one with the raw TSC makes its time jump once more,
    /// and one that is fast gains nothing.
    /// </summary>
    public static bool IsToBeMoved(VirtualMachineFacts machine, ScalingEvidence scaling) => machine.HarmlessHosts.Count > 0 && scaling.ExpectsSlow(machine);
}
