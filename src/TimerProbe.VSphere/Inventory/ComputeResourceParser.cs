using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands clusters and what stands in their place around single hosts.</summary>
internal static class ComputeResourceParser
{
    public static PropertySpec Spec { get; } =
        new("ComputeResource", ["name", "parent", "host", PropertyPath.Only("configurationEx", DrsParser.Members)]);

    /// <param name="content">The object.</param>
    /// <param name="isVirtualCenter">Whether a vCenter tells: a host does not know what the vCenter above it does.</param>
    public static ComputeResource Parse(ObjectContent content, bool isVirtualCenter)
    {
        var read = new ComputeResource
        {
            Obj = content.Obj,
            Name = InventoryName.Decode(content.Text("name") ?? content.Obj.Value),
            Parent = content.Reference("parent"),
        };
        return read with { Drs = read.IsCluster ? Drs(content) : isVirtualCenter ? DrsPlan.None : DrsPlan.Unknown };
    }

    private static DrsPlan Drs(ObjectContent content) => content["configurationEx"] is { } configuration
        ? DrsParser.Parse(configuration, [.. content.References("host").Select(host => host.Value)])
        : DrsPlan.Unknown;
}
