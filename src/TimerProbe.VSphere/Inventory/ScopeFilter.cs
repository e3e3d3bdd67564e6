namespace TimerProbe.VSphere.Inventory;

/// <summary>Tells what is asked for, and which filters nothing matched.</summary>
internal sealed class ScopeFilter(ScanScope scope)
{
    private readonly NamePatterns _datacenters = new(scope.Datacenters);
    private readonly NamePatterns _clusters = new(scope.Clusters);
    private readonly NamePatterns _folders = new(scope.Folders);
    private readonly NamePatterns _names = new(scope.Names);
    private readonly HashSet<string> _foldersSeen = [];

    public bool IsEmpty => !NarrowsHosts && _folders.IsEmpty && _names.IsEmpty;

    public bool NarrowsHosts => !_datacenters.IsEmpty || !_clusters.IsEmpty;

    public bool NeedsFolders => !_datacenters.IsEmpty || !_folders.IsEmpty;

    public bool IsUnknown(Location location) =>
        (!_datacenters.IsEmpty && location.Datacenter is null) || (!_folders.IsEmpty && location.Folders is null);

    public bool Takes(HostFacts host) => _datacenters.Take(host.Datacenter) && _clusters.Take(host.Cluster);

    public bool Takes(ClusterFacts cluster) => _datacenters.Take(cluster.Datacenter) && _clusters.Take(cluster.Name);

    public bool Takes(string machine, Location location, string? cluster) =>
        _datacenters.Take(location.Datacenter) && _clusters.Take(cluster) && TakesFolder(location.Folders) && _names.Take(machine);

    public IEnumerable<Problem> Unmet(InventoryMap map)
    {
        _ = _datacenters.Take(map.Tree.Datacenters);
        var clusters = map.Clusters.Where(cluster => _datacenters.Take(cluster.Datacenter)).Select(cluster => cluster.Name);
        return
        [
            .. Problems("datacenter", _datacenters, map.Tree.Datacenters),
            .. Problems("cluster", _clusters, clusters),
            .. Problems("folder with virtual machines", _folders, _foldersSeen),
            .. _names.Unmet.Select(pattern => Unmet("virtual machine", pattern)),
        ];
    }

    private static IEnumerable<Problem> Problems(string what, NamePatterns patterns, IEnumerable<string> names)
    {
        var all = names.Where(name => name.Length > 0).Distinct().Order(StringComparer.Ordinal).ToList();
        var there = all.Count == 0 ? "there is none" : $"there are: {Printable.Names(all, all.Count)}";
        return patterns.Unmet.Select(pattern => Unmet(what, pattern, $"; {there}"));
    }

    private static Problem Unmet(string what, string pattern, string there = "") => Problem.Create(
        ProblemCode.FilterUnmet,
        $"no {what} matches '{Printable.Line(pattern)}'{there}",
        new(ProblemSubjectKind.Name, Printable.Line(pattern)));

    private bool TakesFolder(IReadOnlyList<string>? folders)
    {
        if (_folders.IsEmpty)
        {
            return true;
        }

        var taken = false;
        for (var i = 0; i < folders?.Count; i++)
        {
            var path = string.Join('/', folders.Take(i + 1));
            _foldersSeen.Add(path);
            taken |= _folders.Take([folders[i], path]);
        }

        return taken;
    }
}

/// <summary>The names or globs of one kind that are asked for; none at all asks for everything.</summary>
internal sealed class NamePatterns(IEnumerable<string> patterns)
{
    private readonly Glob[] _globs = [.. patterns.Select(pattern => new Glob(pattern.Trim('/')))];
    private readonly HashSet<Glob> _met = [];

    public bool IsEmpty => _globs.Length == 0;

    public IEnumerable<string> Unmet => _globs.Where(glob => !_met.Contains(glob)).Select(glob => glob.Pattern);

    public bool Take(IEnumerable<string> names)
    {
        var taken = IsEmpty;
        foreach (var name in names)
        {
            foreach (var glob in _globs)
            {
                if (glob.IsMatch(name))
                {
                    _met.Add(glob);
                    taken = true;
                }
            }
        }

        return taken;
    }

    public bool Take(string? name) => name is null ? IsEmpty : Take([name]);
}
