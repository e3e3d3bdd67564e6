namespace TimerProbe.VSphere.Inventory;

/// <summary>Folders, datacenters and vApps with what is above each.</summary>
internal sealed class InventoryTree
{
    private const int Deepest = 100;

    /// <summary>The characters that the paths of all places have at most: deep folders of long names multiply.</summary>
    private const int MaxPathCharacters = 8_000_000;

    private readonly Dictionary<ManagedObjectReference, TreeNode> _nodes = [];
    private readonly Dictionary<ManagedObjectReference, Location> _locations = [];
    private int _pathCharacters;

    public InventoryTree(IEnumerable<TreeNode> nodes)
    {
        foreach (var node in nodes)
        {
            _nodes[node.Obj] = node;
        }
    }

    public IEnumerable<string> Datacenters => _nodes.Values.Where(node => node.IsDatacenter).Select(node => node.Name);

    public Location Locate(ManagedObjectReference? parent)
    {
        if (parent is not { } start)
        {
            return Location.Unknown;
        }

        if (!_locations.TryGetValue(start, out var location))
        {
            _locations.Add(start, location = Climb(start));
        }

        return location;
    }

    private Location Climb(ManagedObjectReference start)
    {
        var folders = new List<string>();
        ManagedObjectReference? next = start;
        for (var depth = 0; depth < Deepest && next is { } obj && _nodes.TryGetValue(obj, out var node); depth++)
        {
            if (node.IsDatacenter)
            {
                // The folder right below the datacenter holds all machines and has no name that people see.
                folders.Reverse();
                _pathCharacters = Math.Min(MaxPathCharacters, _pathCharacters + folders.Sum(folder => folder.Length + 1));
                if (_pathCharacters == MaxPathCharacters)
                {
                    return Location.Unknown;
                }

                return new Location(node.Name, [.. folders.Skip(1)]);
            }

            folders.Add(node.Name);
            next = node.Parent;
        }

        return Location.Unknown;
    }
}
