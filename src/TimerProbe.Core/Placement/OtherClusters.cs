using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>Where a machine that is away could go when its own cluster has no host of its home's frequency.</summary>
public static class OtherClusters
{
    /// <summary>
    /// The usable hosts of a machine's home frequency in other clusters of its datacenter, in the order of their names; where its
    /// datastores and networks were read, those that have all of them. None for a machine that is not away, or has such a host in its own
    /// cluster.
    /// </summary>
    public static IEnumerable<HostFacts> HostsFor(VirtualMachineFacts machine, VCenterFacts vcenter, FrequencyRules rules) =>
        machine is not { Placement: Facts.Placement.Away, HarmlessHosts.Count: 0, HomeHz: { } home } ? [] : vcenter.Hosts
            .Where(host => host is { Cluster: not null, TakesMachines: true, Hz: { } hz }
                && host.ClusterId != machine.ClusterId && host.Datacenter == machine.Datacenter && rules.IsHarmless(hz, home)
                && machine.HostsElsewhere?.Contains(host.Name, StringComparer.Ordinal) != false)
            .OrderBy(host => host.Name, StringComparer.Ordinal);

    /// <summary>
    /// The vCenter, its machines with the hosts elsewhere that have all of their datastores
    /// and networks; none of a machine or host that is not told.
    /// </summary>
    /// <param name="vcenter">The vCenter, its machines placed.</param>
    /// <param name="rules">How frequencies are compared.</param>
    /// <param name="attached">The datastores and networks of machines and hosts, by managed object id.</param>
    public static VCenterFacts Fill(
        VCenterFacts vcenter, FrequencyRules rules, IReadOnlyDictionary<string, IReadOnlySet<string>> attached) => vcenter with
        {
            VirtualMachines =
        [
            .. vcenter.VirtualMachines.Select(machine => attached.GetValueOrDefault(machine.Id) is not { } needed ? machine : machine with
            {
                HostsElsewhere = [
                    .. HostsFor(machine, vcenter, rules).Where(host => attached.GetValueOrDefault(host.Id)?.IsSupersetOf(needed) == true)
                        .Select(host => host.Name)
                ],
            }),
        ],
        };
}
