using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>Concludes from what was read of a vCenter: frequency classes, and where each machine is.</summary>
/// <param name="rules">How frequencies are compared.</param>
/// <param name="history">What earlier scans knew; null without a store.</param>
public sealed class FleetPlacement(FrequencyRules rules, IHomeHistory? history = null)
{
    /// <summary>The vCenter with frequency classes for its clusters and a placement for each machine, by its events alone.</summary>
    public VCenterFacts Place(InventoryReading reading)
    {
        var vcenter = Classify(reading.VCenter);
        vcenter = vcenter with { Hosts = [.. vcenter.Hosts.Select(host => HostRecords.WithEarlier(host, RecordsOf(host.Id)))] };
        var placement = new MachinePlacement(rules, HostsById(vcenter.Hosts.Concat(reading.HostsElsewhere)));
        return vcenter with
        {
            VirtualMachines = [
                .. vcenter.VirtualMachines.Select(machine =>
                    placement.Place(machine, reading.Events.GetValueOrDefault(machine.Id) ?? [], reading, RecordsOf))
            ],
        };

        IReadOnlyList<HostRecord> RecordsOf(string host) => history?.FindHost(vcenter, host) ?? [];
    }

    /// <summary>The hosts by their ids; a server that tells of one twice is believed once.</summary>
    internal static Dictionary<string, HostFacts> HostsById(IEnumerable<HostFacts> hosts) =>
        hosts.DistinctBy(host => host.Id, StringComparer.Ordinal).ToDictionary(host => host.Id, StringComparer.Ordinal);

    private VCenterFacts Classify(VCenterFacts vcenter)
    {
        var classOf = new Dictionary<string, string>(StringComparer.Ordinal);
        var repeated = vcenter.Clusters.GroupBy(cluster => cluster.Name, StringComparer.Ordinal)
            .Where(same => same.Skip(1).Any())
            .Select(same => same.Key)
            .ToHashSet(StringComparer.Ordinal);
        var hosts = vcenter.Hosts.ToLookup(host => host.ClusterId, StringComparer.Ordinal);
        var clusters = vcenter.Clusters
            .Select(cluster =>
                cluster with
                {
                    FrequencyClasses = Remember(rules.Classify(NameOf(cluster, repeated), hosts[cluster.Id]), hosts[cluster.Id], classOf)
                })
            .ToList();
        foreach (var alone in hosts[null])
        {
            Remember(rules.Classify(alone.Name, [alone]), [alone], classOf);
        }

        return vcenter with
        {
            Clusters = clusters,
            Hosts = [.. vcenter.Hosts.Select(host => host with { FrequencyClass = classOf.GetValueOrDefault(host.Id) })]
        };
    }

    /// <summary>Two clusters of one name, in two datacenters, must not share classes of one name.</summary>
    private static string NameOf(ClusterFacts cluster, HashSet<string> repeated) =>
        repeated.Contains(cluster.Name) ? $"{cluster.Datacenter ?? cluster.Id}/{cluster.Name}" : cluster.Name;

    private static IReadOnlyList<FrequencyClass> Remember(
        IReadOnlyList<FrequencyClass> classes, IEnumerable<HostFacts> hosts, Dictionary<string, string> classOf)
    {
        foreach (var host in hosts)
        {
            if (host.Hz is { } hz
                && classes.FirstOrDefault(each => each.LowHz.Hertz <= hz.Hertz && hz.Hertz <= each.HighHz.Hertz) is { } its)
            {
                classOf[host.Id] = its.Name;
            }
        }

        return classes;
    }
}
