using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands folders, datacenters and vApps.</summary>
internal static class TreeParser
{
    /// <summary>What is read of each kind. A vApp among the machines stands in a folder or in another vApp.</summary>
    public static IReadOnlyList<PropertySpec> Specs(AboutInfo about) =>
    [
        new("Folder", ["name", "parent"]),
        new("Datacenter", ["name", "parent"]),
        .. about.IsVirtualCenter ? (ReadOnlySpan<PropertySpec>)[new("VirtualApp", ["name", "parentFolder", "parentVApp"])] : [],
    ];

    public static TreeNode Parse(ObjectContent content) => new(
        content.Obj,
        InventoryName.Decode(content.Text("name") ?? content.Obj.Value),
        content.Reference("parentFolder") ?? content.Reference("parentVApp") ?? content.Reference("parent"));
}
