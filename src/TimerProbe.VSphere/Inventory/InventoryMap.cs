using TimerProbe.Core.Facts;

namespace TimerProbe.VSphere.Inventory;

/// <summary>What machines are placed by: folders, clusters and all hosts.</summary>
internal sealed class InventoryMap
{
    private readonly Dictionary<ManagedObjectReference, ComputeResource> _computeResources;
    private readonly Dictionary<string, ParsedHost> _hosts;

    public InventoryMap(InventoryTree tree, IEnumerable<ComputeResource> computeResources, IEnumerable<ParsedHost> hosts)
    {
        Tree = tree;
        _computeResources = computeResources.ToDictionary(resource => resource.Obj);
        _hosts = hosts.Select(Placed).ToDictionary(host => host.Facts.Id, StringComparer.Ordinal);
        Hosts = [
            .. _hosts.Values.Select(host => host.Facts)
                .OrderBy(host => host.Name, StringComparer.Ordinal)
                .ThenBy(host => host.Id, StringComparer.Ordinal)
        ];
        Clusters =
        [
            .. _computeResources.Values.Where(resource => resource.IsCluster).Select(Facts)
                .OrderBy(cluster => cluster.Name, StringComparer.Ordinal).ThenBy(cluster => cluster.Id, StringComparer.Ordinal),
        ];
    }

    public InventoryTree Tree { get; }

    /// <summary>All hosts, by name.</summary>
    public IReadOnlyList<HostFacts> Hosts { get; }

    /// <summary>All clusters, by name.</summary>
    public IReadOnlyList<ClusterFacts> Clusters { get; }

    /// <summary>The host of this id; null when there is none.</summary>
    public HostFacts? Host(string? id) => id is null ? null : _hosts.GetValueOrDefault(id)?.Facts;

    public DrsPlan Drs(string? hostId) =>
        hostId is null || !_hosts.TryGetValue(hostId, out var host) || Resource(host.Parent) is not { } resource
            ? DrsPlan.Unknown
            : resource.Drs;

    private ComputeResource? Resource(ManagedObjectReference? reference) =>
        reference is { } obj ? _computeResources.GetValueOrDefault(obj) : null;

    private ParsedHost Placed(ParsedHost host)
    {
        var resource = Resource(host.Parent);
        // A cluster that the account does not see is called by its id: the host is not on its own.
        var clusterId = host.Parent is { Type: ComputeResource.ClusterType } parent ? parent.Value : null;
        return host with
        {
            Facts = host.Facts with
            {
                Cluster = clusterId is null ? null : resource?.Name ?? clusterId,
                ClusterId = clusterId,
                Datacenter = Tree.Locate(resource?.Parent).Datacenter,
            },
        };
    }

    private ClusterFacts Facts(ComputeResource cluster) => new()
    {
        Name = cluster.Name,
        Id = cluster.Obj.Value,
        Datacenter = Tree.Locate(cluster.Parent).Datacenter,
        Drs = cluster.Drs.Automation,
        VmRules = cluster.Drs.VmRules.Count > 0 ? cluster.Drs.VmRules : null,
    };
}
