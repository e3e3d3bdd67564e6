using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Reporting.Scans;

/// <summary>Puts a vCenter's hosts and virtual machines into their clusters.</summary>
/// <param name="rules">How frequencies are compared.</param>
internal sealed class ClusterRows(FrequencyRules rules)
{
    /// <summary>The clusters that hold anything, the worst first; at the end of each rank by name.</summary>
    public static IReadOnlyList<ClusterRow> Create(IEnumerable<VCenterFacts> centers, PartsPerMillion tolerance) =>
        ClusterRank.InOrder(centers.SelectMany(new ClusterRows(new FrequencyRules(tolerance)).Create).Where(cluster => cluster.Hosts + cluster.Counts.Total > 0), cluster => cluster.Rank);

    private IEnumerable<ClusterRow> Create(VCenterFacts center)
    {
        var hosts = center.Hosts.ToLookup(host => ClusterOf(center, host.ClusterId, host.Cluster));
        var clusterOfHost = center.Hosts.GroupBy(host => host.Id, StringComparer.Ordinal)
            .ToDictionary(same => same.Key, same => ClusterOf(center, same.First().ClusterId, same.First().Cluster), StringComparer.Ordinal);
        var machines = center.VirtualMachines.ToLookup(machine => machine.HostId is { } id && clusterOfHost.TryGetValue(id, out var cluster)
            ? cluster
            : ClusterOf(center, machine.ClusterId, machine.Cluster));
        return center.Clusters.Append(null).Select(cluster => RowOf(center, cluster, [.. hosts[cluster]], [.. machines[cluster]]));
    }

    private ClusterRow RowOf(VCenterFacts center, ClusterFacts? cluster, List<HostFacts> hosts, List<VirtualMachineFacts> machines)
    {
        var byHost = machines.ToLookup(machine => machine.HostId ?? hosts.Find(host => host.Name == machine.Host)?.Id, StringComparer.Ordinal);
        HostRow Filled(HostFacts host) => new(host, [.. byHost[host.Id]]);
        var classes = cluster?.FrequencyClasses ?? rules.Classify("", hosts);
        var inClass = classes.Select((@class, at) => new ClassRow(
            at + 1,
            @class,
            [.. hosts.Where(host => IsIn(@class, host)).OrderBy(host => host.Name, StringComparer.Ordinal).Select(Filled)])).ToList();
        var placed = inClass.SelectMany(lane => lane.Hosts).Select(host => host.Facts).ToHashSet();
        var without = hosts.Where(host => !placed.Contains(host)).Select(Filled).ToList();
        return new ClusterRow(
            center, cluster, without.Count == 0 ? inClass : [.. inClass, new ClassRow(inClass.Count + 1, Class: null, without)], MachineCounts.From(machines));
    }

    private static bool IsIn(FrequencyClass @class, HostFacts host) => host.Hz is { } hz && hz.Hertz >= @class.LowHz.Hertz && hz.Hertz <= @class.HighHz.Hertz;

    private static ClusterFacts? ClusterOf(VCenterFacts center, string? id, string? name) =>
        id is not null ? center.Clusters.FirstOrDefault(cluster => cluster.Id == id)
        : name is null ? null
        : center.Clusters.FirstOrDefault(cluster => cluster.Name == name);
}
