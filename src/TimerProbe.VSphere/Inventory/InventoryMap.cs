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
        Members = [.. _computeResources.Values.Where(resource => resource.IsCluster)
            .Select(resource => (resource.Obj.Value, resource.Hosts))];
        _hosts = hosts.Select(Placed).ToDictionary(host => host.Facts.Id);
        Hosts =
        [
            .. _hosts.Values.Select(host => host.Facts)
                .OrderBy(host => host.Name, StringComparer.Ordinal).ThenBy(host => host.Id, StringComparer.Ordinal),
        ];
        Clusters =
        [
            .. _computeResources.Values.Where(resource => resource.IsCluster).Select(Facts)
                .OrderBy(cluster => cluster.Name, StringComparer.Ordinal).ThenBy(cluster => cluster.Id, StringComparer.Ordinal),
        ];
    }

    public InventoryTree Tree { get; }

    public IReadOnlyList<(string Cluster, IReadOnlyList<string> Hosts)> Members { get; }

    public bool IsComplete { get; init; } = true;

    public IReadOnlyList<HostFacts> Hosts { get; }

    public IReadOnlyList<ClusterFacts> Clusters { get; }

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
        EvcMode = Hosts.Where(host => host.ClusterId == cluster.Obj.Value).Select(host => host.EvcMode).Distinct().ToList() is [{ } mode]
            ? mode
            : null,
        VmRules = cluster.Drs.VmRules.Count > 0 ? cluster.Drs.VmRules : null,
    };
}

/// <summary>A cluster, or what vCenter wraps around a host outside of any.</summary>
internal sealed record ComputeResource
{
    public const string ClusterType = "ClusterComputeResource";

    public required ManagedObjectReference Obj { get; init; }

    public required string Name { get; init; }

    public ManagedObjectReference? Parent { get; init; }

    public IReadOnlyList<string> Hosts { get; init; } = [];

    public bool IsCluster => Obj.Type == ClusterType;

    public DrsPlan Drs { get; init; } = DrsPlan.Unknown;

    public static PropertySpec Spec { get; } =
        new("ComputeResource", ["name", "parent", "host", PropertyPath.Only("configurationEx", DrsPlan.Members)]);

    public static ComputeResource Parse(ObjectContent content, bool isVirtualCenter)
    {
        var read = new ComputeResource
        {
            Obj = content.Obj,
            Name = content.Name,
            Parent = content.Reference("parent"),
            Hosts = [.. content.References("host").Select(host => host.Value)],
        };
        return read with { Drs = read.IsCluster ? GetDrs(content) : isVirtualCenter ? DrsPlan.None : DrsPlan.Unknown };
    }

    private static DrsPlan GetDrs(ObjectContent content) => content["configurationEx"] is { } configuration
        ? DrsPlan.Parse(configuration, [.. content.References("host").Select(host => host.Value)])
        : DrsPlan.Unknown;
}

/// <summary>A folder, datacenter or vApp.</summary>
internal sealed record TreeNode(ManagedObjectReference Obj, string Name, ManagedObjectReference? Parent)
{
    public bool IsDatacenter => Obj.Type == "Datacenter";

    public static PropertySpec Spec(AboutInfo about) => new("Folder", ["name", "parent"])
    {
        Beside =
        [
            new("Datacenter", ["name", "parent"]),
            .. about.IsVirtualCenter ? (ReadOnlySpan<PropertySpec>)[new("VirtualApp", ["name", "parentFolder", "parentVApp"])] : [],
        ],
    };

    public static TreeNode Parse(ObjectContent content) => new(
        content.Obj,
        content.Name,
        content.Reference("parentFolder") ?? content.Reference("parentVApp") ?? content.Reference("parent"));
}

/// <summary>A place in the inventory: the name of its datacenter, and the folders below that from the top; null when unknown.</summary>
internal sealed record Location(string? Datacenter, IReadOnlyList<string>? Folders)
{
    public static readonly Location Unknown = new(Datacenter: null, Folders: null);

    /// <summary>The path of the folder below the datacenter; null when unknown.</summary>
    public string? Folder { get; } = Folders is null ? null : string.Join('/', Folders);
}
