namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class InventoryTreeTests
{
    private static readonly ManagedObjectReference Root = new("Folder", "group-d1");

    private static readonly InventoryTree Tree = new(
    [
        Node("Folder", "group-d2", "europe", Root),
        Node("Datacenter", "datacenter-3", "north", Folder("group-d2")),
        Node("Folder", "group-v4", "vm", new("Datacenter", "datacenter-3")),
        Node("Folder", "group-v5", "databases", Folder("group-v4")),
        Node("Folder", "group-v6", "sql / servers", Folder("group-v5")),
        Node("Folder", "group-v8", "orphan", Folder("group-v7")),
        Node("Folder", "group-v9", "circle", Folder("group-v10")),
        Node("Folder", "group-v10", "circle too", Folder("group-v9")),
    ]);

    [Theory]
    [InlineData("group-v4", "north", "")]
    [InlineData("group-v5", "north", "databases")]
    [InlineData("group-v6", "north", "databases/sql / servers")]
    [InlineData("group-v8", null, null)]
    [InlineData("group-v9", null, null)]
    [InlineData("group-d2", null, null)]
    public void A_place_is_its_datacenter_and_the_folders_below(string parent, string? datacenter, string? folder)
    {
        var location = Tree.Locate(Folder(parent));
        Assert.Equal((datacenter, folder), (location.Datacenter, location.Folder));
    }

    [Fact]
    public void Without_a_parent_the_place_is_unknown() => Assert.Equal(Location.Unknown, Tree.Locate(parent: null));

    [Fact]
    public void One_folder_gives_one_text() => Assert.Same(Tree.Locate(Folder("group-v6")).Folder, Tree.Locate(Folder("group-v6")).Folder);

    [Theory]
    [InlineData("parentFolder", "Folder", "group-v5")]
    [InlineData("parentVApp", "VirtualApp", "resgroup-v1")]
    [InlineData("parent", "Folder", "group-v4")]
    [InlineData(null, null, null)]
    public void A_vApp_stands_in_a_folder_or_in_another(string? path, string? type, string? id)
    {
        var vApp = new StubObject("VirtualApp", "resgroup-v2");
        var node = TreeNode.Parse(Captured.Read(new PropertySpec("VirtualApp", ["name", "parentFolder", "parentVApp", "parent"]), path is null ? vApp : vApp.Reference(path, type!, id!)));
        Assert.Equal(("resgroup-v2", type, id), (node.Name, node.Parent?.Type, node.Parent?.Value));
    }

    [Fact]
    public void A_place_has_its_name_and_the_nearest_that_is_told_above_it()
    {
        var all = new StubObject("VirtualApp", "resgroup-v2").Text("name", "web %2f shop").Reference("parent", "ResourcePool", "resgroup-1").Reference("parentVApp", "VirtualApp", "resgroup-v1");
        var spec = new PropertySpec("VirtualApp", ["name", "parentFolder", "parentVApp", "parent"]);
        Assert.Equal(("web / shop", "resgroup-v1"), (TreeNode.Parse(Captured.Read(spec, all)).Name, TreeNode.Parse(Captured.Read(spec, all)).Parent?.Value));
        Assert.Equal("group-v5", TreeNode.Parse(Captured.Read(spec, all.Reference("parentFolder", "Folder", "group-v5"))).Parent?.Value);
    }

    private static ManagedObjectReference Folder(string id) => new("Folder", id);

    private static TreeNode Node(string type, string id, string name, ManagedObjectReference parent) => new(new(type, id), name, parent);
}
